import { everyHoursWords } from '../../domain/update-policy.ts'
import { slug } from '../fill.ts'
import { PROVIDER } from '../provider.ts'

const READING: DemoFaqSection = {
  title: 'Reading this site',
  questions: [
    [
      'How do I find out which cloud I am on?',
      'The address of the Admin Portal ends with the name of your cloud, for example <code>admin.northwall-two.net</code>. The agent shows it under About.',
      'Choose that cloud in the selector at the top of this site. Your choice is remembered for a day.',
    ],
    [
      'What do the severities mean?',
      '<ul><li><strong>Service Disruption:</strong> a service does not work for some or all users.</li><li><strong>Service Degradation:</strong> a service works, but slower or with part of its functions missing.</li><li><strong>Under Investigation:</strong> we have reports and do not know yet what is wrong.</li><li><strong>Informational</strong> and <strong>No Service Impact:</strong> used for maintenance and notifications.</li><li><strong>Security Advisory:</strong> used for weaknesses in our products.</li></ul>',
    ],
    [
      'What do the statuses mean?',
      'Maintenance is <em>Scheduled</em>, then <em>In Progress</em>, then <em>Completed</em>; it may be <em>Postponed</em>. Incidents are <em>In Progress</em>, often <em>Monitoring</em> while we watch a repair, then <em>Resolved</em>. Advisories are <em>Monitoring</em>, <em>Remediated</em> and, after some years, <em>Archived</em>.',
    ],
    [
      'How up to date is this site?',
      'Posts appear on this site within seconds. The bottom of each page says when the content was last published.',
    ],
    [
      'How far back does the timeline go?',
      'The weekly timeline on the Cloud Status page shows thirteen weeks. The lists of incidents, maintenance and advisories go back five years.',
    ],
    [
      'Why doesn’t the site show my problem?',
      'The problem may affect only your network or configuration, or we may not have seen it yet. Please open a case with Support and include the time, the user and the destination.',
    ],
  ],
}

const INCIDENTS: DemoFaqSection = {
  title: 'Incidents',
  questions: [
    [
      'When do you post an incident?',
      'When a problem on our side affects more than one customer for more than a few minutes. We post before we know the cause.',
    ],
    [
      'How often do you update an open incident?',
      `Each update says when to expect the next one. Without such a time, we update at least ${everyHoursWords(PROVIDER.update_every_hours)}.`,
    ],
    [
      'Can I get a written report after an incident?',
      'Yes. For disruptions we write a report within five business days. Ask Support for it and mention the post.',
    ],
    [
      'Why is a data center shown as affected while its services are not?',
      'Traffic may have moved to another data center before users noticed. We show both: the data center that failed and the services that did not.',
    ],
    [
      'Do incidents count toward the service level agreement?',
      'That depends on the agreement in your contract. We use the times shown in the post.',
    ],
  ],
}

const MAINTENANCE: DemoFaqSection = {
  title: 'Maintenance',
  questions: [
    [
      'How far ahead do you announce maintenance?',
      'At least four days, and two weeks for work that needs action by customers. Urgent security updates may come with shorter notice.',
    ],
    [
      'When do you work on a data center?',
      'At night, local time. The table Service Update Schedule on the Maintenance page lists the windows of each region in UTC.',
    ],
    [
      'What happens to my traffic during maintenance?',
      'We move it to another data center first. Agents and tunnels with a second gateway reconnect automatically, usually within seconds.',
    ],
    [
      'What does Postponed mean for my planning?',
      'The work will not take place in the window shown. A new window is announced in a new post. Other statuses are explained under <a href="#what-do-the-statuses-mean">What do the statuses mean?</a>',
    ],
  ],
}

const SUBSCRIPTIONS: DemoFaqSection = {
  title: 'Subscriptions and feeds',
  questions: [
    [
      'How do I receive notifications?',
      'Sign up, verify your email address, then choose on the Subscriptions page: whole clouds, single services, regions, data centers, or categories of notifications.',
    ],
    [
      'Do I need an account?',
      'No. Press “Follow this incident” on an open post, or “Get updates” on a service, a data center or Cloud Status, and enter your email address. We send one link to confirm; there is no password. We store your address and what you follow, nothing else, and delete both when you ask. Every email has a link to change what you follow and one to stop.',
    ],
    [
      'Which channels do you support?',
      'Email, plus webhooks and chat channels of your team. Add them in your settings.',
    ],
    [
      'What does All mean for core cloud services and data centers?',
      'You’re notified about everything in that group, including what we add later.',
    ],
    [
      'How do I stop notifications?',
      'With one click on the link at the bottom of each email, or on the Subscriptions page.',
    ],
    [
      'Can I follow my services without an account?',
      'Yes. Star them on the Cloud Status page: their status then comes first, and “Only mine” hides the rest. Stars are saved only on your device. For emails you need a confirmed address.',
    ],
    ['Do you offer feeds?', 'Yes: each list has RSS and JSON links. Feeds need no account.'],
    [
      'Why didn’t I get an email?',
      'Check your spam folder first. We only send email to verified addresses; sign in to request a new verification email.',
    ],
  ],
}

const ACCOUNT: DemoFaqSection = {
  title: 'Your account',
  questions: [
    [
      'Is this the same account as in the Admin Portal?',
      'No. An account on this site is for notifications only and gives no access to your organization.',
    ],
    ['Which time zone are times in?', 'In UTC, until you choose another time zone in your settings.'],
    [
      'Why was I signed out?',
      'For your security, you’re signed out after two hours without activity, and after a day in any case.',
    ],
    [
      'How do I delete my account?',
      'In your settings. Your address and your subscriptions are deleted immediately.',
    ],
  ],
}

const COMMERCIAL_DATA_CENTERS: DemoFaqSection = {
  title: 'Data centers',
  questions: [
    [
      'Which data centers can my organization use?',
      'All public data centers of your cloud. Some have a regional surcharge, and premium data centers need a separate subscription. The map shows which is which.',
    ],
    [
      'What is a premium data center?',
      'One in a location where bandwidth is scarce or regulation requires separate equipment. Premium data centers have their own tab on the Cloud Status page.',
    ],
    [
      'Why does the map show one marker for several data centers?',
      'Data centers close to each other share a marker. Its label lists all of them.',
    ],
    [
      'How do I choose the best data center for a site?',
      'Agents measure and choose automatically. For tunnels, use the nearest two in different cities; the help pages have a table of recommended pairs.',
    ],
  ],
}

const GOV_DATA_CENTERS: DemoFaqSection = {
  title: 'Data centers and authorization',
  questions: [
    [
      'Which data centers serve the government clouds?',
      'Those authorized at FedRAMP Moderate, marked as such on the map, and for northwall-gov.net some further sites in the United States within the same boundary.',
    ],
    [
      'Are government clouds operated apart from the others?',
      'Yes. They have their own policy, log and key stores, and are operated by screened staff in the United States.',
    ],
    [
      'Where do I see the state of an authorization request?',
      'On the Compliance page, with an estimated date for each feature that awaits approval.',
    ],
    [
      'May I use a feature before it is approved?',
      'Features that are not approved are switched off on government clouds. Your agency may accept a risk for a pilot; ask your account team.',
    ],
    [
      'Who do I contact about a security issue on a government cloud?',
      'The government support desk: <a href="https://support.northwall-gov.example/">support.northwall-gov.example</a>. It is staffed at all times.',
    ],
  ],
}

export const FAQ: readonly DemoFaqSection[] = [
  READING,
  INCIDENTS,
  MAINTENANCE,
  COMMERCIAL_DATA_CENTERS,
  SUBSCRIPTIONS,
  ACCOUNT,
]

export const GOV_FAQ: readonly DemoFaqSection[] = [
  READING,
  GOV_DATA_CENTERS,
  INCIDENTS,
  MAINTENANCE,
  SUBSCRIPTIONS,
  ACCOUNT,
]

interface DemoFaqSection {
  title: string
  questions: readonly FaqQuestion[]
}

type FaqQuestion = readonly [question: string, ...answerHtml: string[]]

/** Sections are h2 and questions h3, each with an id, so that links can open them. */
export function faqHtml(sections: readonly DemoFaqSection[]): string {
  return sections
    .flatMap(({ title, questions }) => [
      `<h2 id="${slug(title)}">${title}</h2>`,
      ...questions.map(
        ([question, ...answers]) =>
          `<h3 id="${slug(question)}">${question}</h3>${answers.map((html) => (html.startsWith('<ul>') ? html : `<p>${html}</p>`)).join('')}`,
      ),
    ])
    .join('\n')
}
