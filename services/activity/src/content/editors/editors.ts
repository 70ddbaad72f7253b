// Editors of an activity or of a question: beats of open editors, in the kv alone. Two beats of one moment may drop one of them until its next beat.
import { notFound } from '@lyceum/kit/calls/errors'
import type { Actor } from '@lyceum/kit/calls/actor'
import { hint } from '@lyceum/kit/kv/hints'
import { personNames } from '@lyceum/identity/mirror/persons'
import type { Deps } from '../../deps.ts'
import { editorLifetime, type Editors } from './api.ts'
import { type OpenEditor, readEditors, withBeat } from './open-editors.ts'

type Edited = { aggregate: 'activity' | 'question'; id: string }
type Changed = { version: bigint; changedAt: Date | null; changedBy: string | null }

const keyOf = (id: string) => `editors:${id}`

export async function listEditors(deps: Deps, edited: Edited): Promise<Editors> {
  return await toEditors(deps, edited, readEditors(await deps.kv.get(keyOf(edited.id)), deps.now().getTime(), editorLifetime))
}

/** The pages of the others get a hint when an editor opens or closes. */
export async function noteEditor(
  deps: Deps,
  actor: Actor,
  { org }: { org: string },
  edited: Edited,
  { editor, open }: { editor: string; open: boolean },
): Promise<Editors> {
  const { kv } = deps
  const { aggregate, id } = edited
  const now = deps.now().getTime()
  const before = readEditors(await kv.get(keyOf(id)), now, editorLifetime)
  const after = withBeat(before, { editor, person: actor.person, open }, now)
  if (after.length > 0) await kv.set(keyOf(id), JSON.stringify(after), editorLifetime)
  else await kv.delete(keyOf(id))
  const others = new Set(after.filter((one) => one.editor !== editor).map(({ person }) => person))
  const knew = before.some((one) => one.editor === editor && one.person === actor.person)
  if (others.size > 0 && knew !== open) await hint(kv, { subject: 'editorsChanged', aggregate, id, org, people: [...others] })
  return await toEditors(deps, edited, after)
}

/** The writer of a question's last version; who changed only its title, tags or place is not kept. */
async function changedQuestion({ db }: Deps, id: string): Promise<Changed | null> {
  const row = await db.question.findUnique({ where: { id }, select: { n: true, version: true, updatedAt: true, versionId: true } })
  if (!row) return null
  const last = await db.questionVersion.findUnique({ where: { id: row.versionId }, select: { createdBy: true, createdAt: true } })
  const isLast = row.n > 1 && last?.createdAt.getTime() === row.updatedAt.getTime()
  return { version: row.version, changedAt: isLast ? row.updatedAt : null, changedBy: (isLast && last.createdBy) || null }
}
const changedOf: Record<Edited['aggregate'], (deps: Deps, id: string) => Promise<Changed | null>> = {
  activity: ({ db }, id) => db.activity.findUnique({ where: { id }, select: { version: true, changedAt: true, changedBy: true } }),
  question: changedQuestion,
}

async function toEditors(deps: Deps, { aggregate, id }: Edited, open: OpenEditor[]): Promise<Editors> {
  const { db } = deps
  const row = await changedOf[aggregate](deps, id)
  if (!row) throw notFound(aggregate, id)
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
