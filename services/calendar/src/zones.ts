// The zones that times are meant in: of an organisation, of a course.
import { one, type Tx } from '@lyceum/kit/database/database'
import { isTimeZone } from '@lyceum/kit/text/time-zones'

const known = (name: string | null | undefined): string => (name && isTimeZone(name) ? name : 'UTC')

export const orgZone = async (tx: Tx, org: string): Promise<string> =>
  known((await one<{ zone: string | null }>(tx, `select settings->>'time_zone' as zone from mirror.orgs where id = $1`, org))?.zone)

/** Of a course: its own, else its organisation's. */
export const courseZone = async (tx: Tx, course: string): Promise<string> =>
  known(
    (
      await one<{ zone: string | null }>(
        tx,
        `select coalesce(c.time_zone, o.settings->>'time_zone') as zone from mirror.courses c left join mirror.orgs o on o.id = c.org_id where c.id = $1`,
        course,
      )
    )?.zone,
  )

/** Whether a feature of the organisation is on. */
export const isOn = async (tx: Tx, org: string, toggle: 'timetables' | 'cloud_classrooms'): Promise<boolean> =>
  (await one(tx, `select from mirror.orgs where id = $1 and settings->'toggles' ? $2`, org, toggle)) !== undefined
