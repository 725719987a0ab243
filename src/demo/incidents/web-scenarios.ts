import type { ServiceScenarios } from './scenario.ts'

export const WEB_SCENARIOS = {
  'Web Security': [
    {
      gravity: 'disruption',
      titles: [
        'Web Security: new connections failing in {places}',
        'Web Security: sessions cannot be opened through {places}',
      ],
      summary:
        'About {percent}% of new sessions through {places} timed out before the first byte. Sessions that were already open continued.',
      impact:
        'Users routed to {places} saw timeouts when opening new sites. Other data centers were not affected.',
      workaround: 'Point the primary tunnel at {other}, or let the agent choose its next gateway.',
      cause: 'A load balancer kept sending new sessions to two nodes that had stopped accepting them.',
      fix: 'The nodes were taken out of rotation and restarted, and the health check now opens a real session.',
      tags: ['Connectivity', 'Load balancing'],
    },
    {
      gravity: 'degradation',
      titles: [
        'Web Security: pages load slowly in {places}',
        'Web Security: high latency for traffic inspected in {places}',
      ],
      summary:
        'Traffic inspected in {places} took up to {minutes}0 ms longer than usual. No requests were dropped by us.',
      impact: 'Pages with many objects loaded visibly slower. Downloads and calls continued.',
      workaround: 'Sites with a second tunnel can prefer {other} until we confirm the fix.',
      cause:
        'A signature update made one inspection stage use far more memory than planned, and nodes began to swap.',
      fix: 'The update was withdrawn and rebuilt. Memory use of new signatures is now measured before release.',
      tags: ['Latency', 'Inspection'],
    },
    {
      gravity: 'disruption',
      titles: [
        'Web Security: TLS inspection errors for some sites',
        'Web Security: certificate warnings on inspected sites in {region}',
      ],
      summary:
        'Browsers in {region} showed certificate warnings for part of the inspected sites, because an intermediate certificate was missing from the chain.',
      impact: 'Users saw a warning in place of the page. Traffic exempt from inspection was not affected.',
      workaround: 'Exempt urgent destinations from TLS inspection until the chain is complete again.',
      cause:
        'A renewed intermediate certificate was deployed to {count} of our signing groups without its parent.',
      fix: 'The complete chain was deployed to all signing groups. Deployment now refuses an incomplete chain.',
      tags: ['TLS', 'Certificates'],
    },
    {
      gravity: 'degradation',
      titles: [
        'Web Security: policy changes slow to take effect',
        'Web Security: delayed policy distribution to {region}',
      ],
      summary:
        'Policy changes took up to {minutes} minutes to reach gateways in {region}. They usually take less than a minute.',
      impact: 'Gateways went on enforcing the previous policy. Nothing was left unenforced.',
      cause: 'One distribution node had fallen behind and served old policy versions to its group.',
      fix: 'The node was rebuilt from a current copy, and lag of more than two minutes now pages the team.',
      tags: ['Policy'],
    },
    {
      gravity: 'degradation',
      titles: [
        'Web Security: large file downloads interrupted in {places}',
        'Web Security: downloads over 1 GB fail part way in {places}',
      ],
      summary: 'Downloads larger than 1 GB through {places} stopped part way and had to be started again.',
      impact: 'Large installers and images were affected. Browsing and smaller files were not.',
      workaround: 'Download managers that resume partial files complete normally.',
      cause: 'A lowered buffer limit closed connections whose reader was slower than the origin.',
      fix: 'The former limit was restored and the change will return only with per-connection accounting.',
      tags: ['Downloads'],
    },
    {
      gravity: 'disruption',
      titles: [
        'Web Security: user authentication fails in {region}',
        'Web Security: repeated sign-in prompts for users in {region}',
      ],
      summary:
        'Users in {region} were asked to sign in again and again, and about {percent}% could not complete it.',
      impact: 'Affected users could reach only destinations that policy allows without authentication.',
      workaround:
        'Authentication by the agent was not affected; a temporary bypass rule is possible for sites.',
      cause: 'Clocks on {count} authentication nodes had drifted beyond what signed tokens tolerate.',
      fix: 'Time synchronization was repaired and nodes that drift by more than one second now leave rotation.',
      tags: ['Authentication'],
    },
    {
      gravity: 'degradation',
      titles: [
        'Web Security: sites categorized as miscellaneous by mistake',
        'Web Security: category lookups return no result in {places}',
      ],
      summary:
        'Lookups of less common addresses returned no category in {places}, so rules for uncategorized sites applied.',
      impact: 'Depending on policy, some permitted sites were blocked or shown with a caution page.',
      workaround: 'Allow affected addresses by name in a custom category.',
      cause:
        'A cache in front of the category database stored empty answers for an hour instead of a minute.',
      fix: 'Caches were emptied and empty answers now stay for no more than sixty seconds.',
      tags: ['URL categories', 'Policy'],
    },
    {
      gravity: 'investigation',
      titles: [
        'Web Security: reports of intermittent resets in {region}',
        'Web Security: investigating connection resets in {places}',
      ],
      summary: 'A small number of customers reported resets of long-lived connections through {places}.',
      impact:
        'Under {percent} in 10,000 sessions showed a reset; applications that reconnect were not visibly affected.',
      cause: 'The resets came from a transit network that changed its own routing twice within the hour.',
      fix: 'We moved traffic away from that network until its operator confirmed stable routing.',
      tags: ['Connectivity', 'Transit'],
    },
    {
      gravity: 'degradation',
      titles: [
        'Web Security: tunnels re-establish every few minutes in {places}',
        'Web Security: IPsec tunnels unstable in {places}',
      ],
      summary: 'IPsec tunnels that end in {places} were re-established every {minutes} minutes.',
      impact: 'Sites with a single tunnel lost traffic for some seconds at each renegotiation.',
      workaround: 'GRE tunnels and tunnels to {other} stay up.',
      cause: 'A configuration push had shortened the lifetime of keys for one tunnel group.',
      fix: 'The lifetime was restored, and a check compares pushed values with the documented ones.',
      tags: ['Tunnels', 'IPsec'],
    },
    {
      gravity: 'degradation',
      titles: [
        'Web Security: caution and block pages not shown in {places}',
        'Web Security: block pages time out in {region}',
      ],
      summary:
        'Blocked requests in {region} ended in a browser timeout, because the page that explains the block did not load.',
      impact: 'Policy was enforced throughout. Users did not see why a request was refused.',
      cause:
        'The service that renders these pages could not reach its store of customer logos after a rule change.',
      fix: 'The rule was corrected, and pages now render without a logo when the store does not answer.',
      tags: ['Block pages'],
    },
    {
      gravity: 'disruption',
      titles: [
        'Web Security: proxy auto-configuration files unavailable',
        'Web Security: PAC file requests fail in {region}',
      ],
      summary: 'Requests for proxy auto-configuration files from {region} failed for {percent}% of clients.',
      impact: 'Browsers without a cached file connected directly or not at all, depending on their settings.',
      workaround: 'Browsers that already hold the file continue; avoid restarting them.',
      cause: 'An expired credential stopped the file servers from reading their storage.',
      fix: 'The credential was renewed, and expiry of every credential of this tier is now watched.',
      tags: ['PAC', 'Connectivity'],
    },
  ],
  'Cloud Firewall': [
    {
      gravity: 'disruption',
      titles: [
        'Cloud Firewall: outbound sessions dropped in {places}',
        'Cloud Firewall: non-web traffic interrupted in {places}',
      ],
      summary:
        'Sessions other than web traffic were dropped in {places} after a failover between firewall nodes.',
      impact: 'Mail clients, remote shells and file transfers lost their connections and had to reconnect.',
      cause: 'Session state was not complete on the standby node when it took over.',
      fix: 'State replication was restarted and verified, and failover now waits until it is complete.',
      tags: ['Failover'],
    },
    {
      gravity: 'degradation',
      titles: [
        'Cloud Firewall: slow rule evaluation in {places}',
        'Cloud Firewall: delays for sessions with many rules in {region}',
      ],
      summary:
        'Opening a session took up to {minutes}0 ms longer for organizations with more than a thousand rules.',
      impact: 'Interactive applications felt slower when opening many short sessions.',
      cause: 'A new rule compiler lost an optimization for overlapping address ranges.',
      fix: 'Rules were compiled again with the former compiler; the new one returns with the optimization.',
      tags: ['Latency', 'Policy'],
    },
    {
      gravity: 'degradation',
      titles: [
        'Cloud Firewall: application detection wrong for voice traffic',
        'Cloud Firewall: voice and video matched as unknown in {region}',
      ],
      summary:
        'Voice and video sessions were identified as unknown UDP, so rules for unknown traffic applied.',
      impact: 'Calls were limited or refused where policy restricts unknown UDP.',
      workaround: 'Allow the media ports of your calling service by a rule placed above the unknown rule.',
      cause: 'An application signature was narrowed too far in a routine update.',
      fix: 'The signature was corrected and recorded traffic of this kind joined the release test.',
      tags: ['Application detection'],
    },
    {
      gravity: 'disruption',
      titles: [
        'Cloud Firewall: FTP and SFTP transfers refused in {places}',
        'Cloud Firewall: file transfer sessions refused in {region}',
      ],
      summary: 'New FTP and SFTP sessions through {places} were refused although policy allowed them.',
      impact: 'Scheduled transfers failed and had to be repeated.',
      workaround: 'Route transfer hosts through {other} for the time being.',
      cause: 'A protocol helper did not start after an update and the firewall failed closed, as designed.',
      fix: 'The helper was started and its state is part of the readiness check.',
      tags: ['File transfer'],
    },
    {
      gravity: 'degradation',
      titles: [
        'Cloud Firewall: intrusion prevention alerts delayed',
        'Cloud Firewall: late intrusion events in the portal',
      ],
      summary:
        'Intrusion prevention events appeared in the portal up to {minutes} minutes late. Blocking was immediate.',
      impact: 'Alert rules based on these events fired late.',
      cause: 'A surge of scanning traffic filled the event queue of {count} collectors.',
      fix: 'Collectors were added and repeated events are now merged before they are queued.',
      tags: ['Intrusion prevention', 'Alerts'],
    },
    {
      gravity: 'investigation',
      titles: [
        'Cloud Firewall: investigating failed NAT sessions in {places}',
        'Cloud Firewall: reports of refused sessions from {places}',
      ],
      summary: 'Some services on the internet refused sessions that left through {places}.',
      impact: 'A few destinations were unreachable; all others worked.',
      workaround: 'Reach the destination through {other}.',
      cause: 'A reputation list had marked part of our outbound range by mistake.',
      fix: 'The list operator removed the entry and affected sessions were moved to other addresses meanwhile.',
      tags: ['Egress addresses'],
    },
  ],
} as const satisfies ServiceScenarios
