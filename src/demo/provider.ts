export const PROVIDER = {
  name: 'Northwall',
  legal_name: 'Northwall Security, Inc.',
  staff_domains: ['northwall.example'],
  help_url: 'https://help.northwall.example',
  gov_help_url: 'https://help.northwall-gov.example',
  feedback_email: 'trust-feedback@northwall.example',
  security_contact: 'mailto:security@northwall.example',
  update_every_hours: 2,
  // One became stricter, so that readers see what happens to earlier months.
  publish_goals: [
    { from: '2024-01', minutes: 30 },
    { from: '2026-04', minutes: 20 },
  ],
  message_goals: [{ from: '2024-01', minutes: 5 }],
  promise_goals: [{ from: '2024-01', percent: 90 }],
}
