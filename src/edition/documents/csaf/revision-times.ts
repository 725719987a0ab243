/**
 * When an advisory was released, and again, oldest first. Its first release is when it was posted, which never changes;
 * publications of records that are older than publications are kept count from there.
 */
export function revisionTimes({
  postedOn,
  publications,
}: {
  postedOn: Date
  publications: readonly Date[]
}): [Date, ...Date[]] {
  const later = publications.filter((time) => time > postedOn)
  return [postedOn, ...later.toSorted((a, b) => a.getTime() - b.getTime())]
}
