import type { ServiceScenarios } from './scenario.ts'

export const ALERTING_SCENARIOS = {
  'Legacy Mail Relay': [
    {
      gravity: 'degradation',
      titles: ['Legacy Mail Relay: messages queued', 'Legacy Mail Relay: delivery of alert mail delayed'],
      summary: 'Messages waited up to {minutes} minutes in the relay.',
      impact: 'Alert mail arrived late.',
      workaround: 'Send alerts by Log Streaming.',
      cause: 'Several mailbox providers limited mail from the relay after a surge of alerts.',
      fix: 'Alerts of one kind are combined into one message.',
      tags: ['Mail'],
    },
    {
      gravity: 'disruption',
      titles: ['Legacy Mail Relay: connections refused', 'Legacy Mail Relay: relay not accepting mail'],
      summary: 'The relay refused connections from our own services.',
      impact: 'Alert mail was not sent for the period and was sent afterward.',
      cause: 'The disk of the active relay host was full.',
      fix: 'The standby host took over and logs rotate by size.',
      tags: ['Mail'],
    },
  ],
  Alerting: [
    {
      gravity: 'degradation',
      titles: ['Alerting: messages arrive late', 'Alerting: alert mail delayed'],
      summary: 'Alert messages were sent up to {minutes} minutes late.',
      impact: 'On-call staff were notified late. Events themselves were recorded on time.',
      cause: 'A single rule with {percent}00 recipients held up the queue.',
      fix: 'Large recipient lists are sent in parts, between other alerts.',
      tags: ['Alerts'],
    },
    {
      gravity: 'disruption',
      titles: ['Alerting: rules not evaluated', 'Alerting: no alerts raised for some organizations'],
      summary: 'Rules of about {percent}% of organizations were not evaluated.',
      impact: 'No alerts were raised for the period. Conditions that still held were raised afterward.',
      cause: 'The evaluator lost its lease and its successor did not take over all shards.',
      fix: 'Shards without an owner are found and taken within a minute.',
      tags: ['Alerts'],
    },
    {
      gravity: 'degradation',
      titles: ['Alerting: repeated alerts for one condition', 'Alerting: alerts sent more than once'],
      summary: 'Conditions that had been acknowledged raised new alerts every {minutes} minutes.',
      impact: 'Recipients got messages they did not need.',
      workaround: 'Mute the rule for the time being.',
      cause: 'Acknowledgements were stored under the new name of a rule after it had been renamed.',
      fix: 'Acknowledgements follow the id of the rule.',
      tags: ['Alerts'],
    },
    {
      gravity: 'investigation',
      titles: ['Alerting: investigating missing webhook calls', 'Alerting: reports of failed webhooks'],
      summary: 'Some customers reported that their webhooks were not called.',
      impact: 'Alerts by mail were not affected.',
      cause: 'Their receivers had begun to require a newer TLS version than our sender offered.',
      fix: 'The sender offers TLS 1.3.',
      tags: ['Alerts', 'Webhooks'],
    },
  ],
} as const satisfies ServiceScenarios
