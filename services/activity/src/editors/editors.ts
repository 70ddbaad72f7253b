// Who is changing an activity: beats of open editors, in the kv alone. Two beats of one moment may drop one of them until its next beat.
import { notFound } from '@lyceum/kit/calls/errors'
import type { Actor } from '@lyceum/kit/calls/actor'
import { hint } from '@lyceum/kit/kv/hints'
import type { CourseScope } from '@lyceum/course/mirror/rules'
import { personNames } from '@lyceum/identity/mirror/persons'
import type { Deps } from '../deps.ts'
import { editorLifetime, type Editors } from './api.ts'
import { type OpenEditor, readEditors, withBeat } from './open-editors.ts'

const keyOf = (activity: string) => `editors:${activity}`

export async function listEditors(deps: Deps, id: string): Promise<Editors> {
  return await toEditors(deps, id, readEditors(await deps.kv.get(keyOf(id)), deps.now().getTime(), editorLifetime))
}

/** The pages of the others get a hint when an editor opens or closes. */
export async function noteEditor(
  deps: Deps,
  actor: Actor,
  scope: CourseScope,
  id: string,
  { editor, open }: { editor: string; open: boolean },
): Promise<Editors> {
  const { kv } = deps
  const now = deps.now().getTime()
  const before = readEditors(await kv.get(keyOf(id)), now, editorLifetime)
  const after = withBeat(before, { editor, person: actor.person, open }, now)
  if (after.length > 0) await kv.set(keyOf(id), JSON.stringify(after), editorLifetime)
  else await kv.delete(keyOf(id))
  const others = new Set(after.filter((one) => one.editor !== editor).map(({ person }) => person))
  const knew = before.some((one) => one.editor === editor && one.person === actor.person)
  if (others.size > 0 && knew !== open)
    await hint(kv, { subject: 'editorsChanged', aggregate: 'activity', id, org: scope.org, people: [...others] })
  return await toEditors(deps, id, after)
}

async function toEditors({ db }: Deps, id: string, open: OpenEditor[]): Promise<Editors> {
  const row = await db.activity.findUnique({ where: { id }, select: { version: true, changedAt: true, changedBy: true } })
  if (!row) throw notFound('activity', id)
  const names = await personNames(db, [...open.map(({ person }) => person), ...(row.changedBy ? [row.changedBy] : [])])
  const changer = row.changedBy ? names.get(row.changedBy) : undefined
  return {
    editors: open.flatMap(({ editor, person }) => {
      const known = names.get(person)
      return known && !known.deleted ? [{ editor, person: { id: person, name: known.name, avatar: known.avatar } }] : []
    }),
    version: Number(row.version),
    changed_at: row.changedAt?.toISOString() ?? null,
    changed_by: changer && !changer.deleted ? { id: changer.id, name: changer.name } : null,
  }
}
