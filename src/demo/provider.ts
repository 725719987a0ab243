export const PROVIDER = {
  name: 'Northwall',
  legal_name: 'Northwall Security, Inc.',
  staff_domains: ['northwall.example'],
  help_url: 'https://help.northwall.example',
  gov_help_url: 'https://help.northwall-gov.example',
  feedback_email: 'trust-feedback@northwall.example',
  security_contact: 'mailto:security@northwall.example',
  update_every_hours: 2,
}
