import type { PlaceKind } from './place-address.ts'
import type { Reach, VerdictPlace } from './verdict.ts'

/**
 * Gravest first. A record with services and data centers is about these services in these data centers, and a
 * service in a data center is as grave as the milder of the two.
 */
export function reachParts<Grade extends number | string>(
  reach: Reach,
  gradeAt: (place: PlaceKind, tid: number) => Grade,
  gravityOf: (grade: Grade) => number,
): { grade: Grade; reach: Reach }[] {
  const services = byGrade(reach.services, (tid) => gradeAt('service', tid))
  const centers = byGrade(reach.dataCenters, (tid) => gradeAt('data-center', tid))
  const milder = (a: Grade, b: Grade) => (gravityOf(b) < gravityOf(a) ? b : a)
  const parts =
    services.length > 0 && centers.length > 0
      ? services.flatMap((some) =>
          centers.map((there) => ({
            grade: milder(some.grade, there.grade),
            reach: { ...reach, services: some.places, dataCenters: there.places },
          })),
        )
      : [
          ...services.map(({ grade, places }) => ({ grade, reach: { ...reach, services: places } })),
          ...centers.map(({ grade, places }) => ({ grade, reach: { ...reach, dataCenters: places } })),
        ]
  return joinedByServices(parts).sort((a, b) => gravityOf(b.grade) - gravityOf(a.grade))
}

function byGrade<Grade>(places: readonly VerdictPlace[], gradeOf: (tid: number) => Grade) {
  const groups = new Map<Grade, VerdictPlace[]>()
  for (const place of places) {
    const grade = gradeOf(place.tid)
    groups.set(grade, [...(groups.get(grade) ?? []), place])
  }
  return [...groups].map(([grade, together]) => ({ grade, places: together }))
}

function joinedByServices<Grade>(parts: readonly { grade: Grade; reach: Reach }[]) {
  const joined: { grade: Grade; reach: Reach }[] = []
  for (const part of parts) {
    const before = joined.find(
      ({ grade, reach }) => grade === part.grade && reach.services === part.reach.services,
    )
    if (before === undefined) joined.push(part)
    else
      before.reach = {
        ...before.reach,
        dataCenters: [...before.reach.dataCenters, ...part.reach.dataCenters],
      }
  }
  return joined
}
