-- The rows that the specification fixes; everything else is content.

insert into edition default values;

insert into severities (tid, name, color_code, status_icon, rank, in_legend) values
  (20, 'Service Disruption', '#b3261e', 'disruption', 50, true),
  (19, 'Service Degradation', '#a35200', 'degradation', 40, true),
  (17, 'Under Investigation', '#6b46c1', 'investigation', 30, true),
  (641, 'Security Advisory', '#8a2c6b', 'advisory', 20, false),
  (1356, 'Informational', '#1f5fa8', 'information', 10, false),
  (1361, 'No Service Impact', '#1b7a4b', 'no-impact', 0, false);

insert into statuses (id, name, class, icon, position, is_closed) values
  (1, 'Scheduled', 'scheduled', 'hourglass', 1, false),
  (2, 'In Progress', 'in-progress', 'hourglass', 2, false),
  (3, 'Monitoring', 'monitoring', 'eye', 3, false),
  (4, 'Completed', 'completed', 'check', 4, true),
  (5, 'Resolved', 'resolved', 'check', 5, true),
  (6, 'Remediated', 'remediated', 'shield', 6, true),
  (7, 'Postponed', 'postponed', 'calendar-crossed', 7, true),
  (8, 'Archived', 'archived', 'calendar-crossed', 8, true);
