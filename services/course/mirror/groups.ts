// Reads of the course mirror's groups: who is in one, and who was when somebody's work was done.
import { one, rows, type Tx } from '@lyceum/kit/database/database'

export type MirrorGroup = { id: string; set_id: string; course_id: string; name: string; leader_id: string | null }

/** Deleted groups are none, nor are those of a deleted set. */
const present = 'join mirror.group_sets s on s.id = g.set_id and not s.deleted where not g.deleted'

/** The groups of a set. */
export const groupsOf = (tx: Tx, set: string): Promise<MirrorGroup[]> =>
  rows<MirrorGroup>(
    tx,
    `
    select g.id::text, g.set_id::text, g.course_id::text, g.name, g.leader_id::text
    from mirror.groups g ${present} and g.set_id = $1 order by g.name, g.id`,
    set,
  )

/** The people who are in a group; with a time, those who were in it then. */
export const groupPeople = async (tx: Tx, group: string, at?: Date): Promise<string[]> =>
  (
    await rows<{ person: string }>(
      tx,
      `
      select distinct m.person_id::text as person from mirror.group_members m
      where m.group_id = $1 and case when $2::timestamptz is null then m.until is null
        else m.since <= $2 and (m.until is null or m.until > $2) end
      order by 1`,
      group,
      at ?? null,
    )
  ).map(({ person }) => person)

/** The group of a set in which a person is; with a time, in which they were then. Also a group that is deleted meanwhile. */
export const groupOf = async (tx: Tx, set: string, person: string, at?: Date): Promise<string | undefined> =>
  (
    await one<{ id: string }>(
      tx,
      `
      select m.group_id::text as id from mirror.group_members m
      where m.person_id = $1 and m.set_id = $2 and case when $3::timestamptz is null then m.until is null
        else m.since <= $3 and (m.until is null or m.until > $3) end limit 1`,
      person,
      set,
      at ?? null,
    )
  )?.id
