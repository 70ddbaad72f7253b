// One attempt as who teaches reads it: its states, what was answered, and its journal.
import { notFound } from '@lyceum/kit/calls/errors'
import { limits, type PageQuery, pageOf } from '@lyceum/kit/calls/shapes'
import { one, rows } from '@lyceum/kit/database/database'
import type { Deps } from '../../deps.ts'
import { type StateRow, statesOf, toState } from '../attempt-row.ts'
import { openedPackage } from '../opened-packages.ts'
import type { AttemptDetail, Interaction, JournalEntry } from './api.ts'
import { headColumns, type HeadRow, toHead } from './list.ts'

const mostInteractions = 1000

/** 404 packageAttempt.notFound also for a trial; one in the bin is read too. */
export async function readAttempt({ db }: Deps, activity: string, id: string, query: PageQuery): Promise<AttemptDetail> {
  const found = await one<HeadRow & { person: AttemptDetail['person'] }>(
    db,
    `select ${headColumns}, jsonb_build_object('id', p.person_id, 'name', coalesce(w.name, ''), 'user_no', coalesce(w.user_no, ''),
       'avatar', coalesce(w.avatar, '')) as person
     from package_attempts p left join mirror.persons w on w.id = p.person_id where p.id = $1 and p.activity_id = $2 and not p.trial`,
    id,
    activity,
  )
  if (!found) throw notFound('packageAttempt', id)
  const items = (await openedPackage(db, found.upload_id))?.items ?? []
  const place = new Map(items.map((item, nth) => [item.id, nth]))
  const states = (await statesOf(db, id)).sort((a, b) => (place.get(a.sco) ?? 0) - (place.get(b.sco) ?? 0))
  const mastery = new Map(items.map((item) => [item.id, item.mastery]))
  return {
    person: found.person,
    attempt: toHead(found),
    kind: found.kind,
    package_items: items,
    states: states.map((state) => toState(found.kind, state, mastery.get(state.sco) ?? '')),
    interactions: states.flatMap(interactionsOf).slice(0, mostInteractions),
    journal: await readJournal({ db }, id, query),
  }
}

async function readJournal({ db }: Pick<Deps, 'db'>, id: string, query: PageQuery) {
  const { limit, offset } = limits(query)
  const found = await rows<
    Omit<JournalEntry, 'at' | 'seq' | 'set' | 'end'> & { seq: string; at: Date; elements: JournalEntry['set']; ended: boolean }
  >(
    db,
    `select seq::text, sco, at, elements, ended, refused from sco_journal j where attempt_id = $1 order by j.seq desc limit $2 offset $3`,
    id,
    limit,
    offset,
  )
  const counted = await one<{ n: number }>(db, 'select count(*)::int as n from sco_journal where attempt_id = $1', id)
  const lines = found.map(
    ({ seq, at, elements, ended, ...line }): JournalEntry => ({
      ...line,
      seq: Number(seq),
      at: at.toISOString(),
      set: elements,
      end: ended,
    }),
  )
  return pageOf(query, counted?.n ?? 0, lines)
}

/** The same words in both editions: student_response of the first is learner_response of the second, time is timestamp. */
export function interactionsOf({ sco, data }: Pick<StateRow, 'sco' | 'data'>): Interaction[] {
  const byNumber = new Map<number, Record<string, string>>()
  for (const [element, value] of Object.entries(data)) {
    const found = /^cmi\.interactions\.(\d{1,6})\.(.+)$/.exec(element)
    if (!found) continue
    const n = Number(found[1])
    const fields = byNumber.get(n) ?? {}
    fields[found[2]!] = value
    byNumber.set(n, fields)
  }
  return [...byNumber]
    .sort(([a], [b]) => a - b)
    .map(([n, fields]) => ({
      sco,
      n,
      id: fields.id ?? '',
      type: fields.type ?? '',
      description: fields.description ?? '',
      response: fields.learner_response ?? fields.student_response ?? '',
      correct: Object.keys(fields)
        .filter((name) => /^correct_responses\.\d+\.pattern$/.test(name))
        .sort((a, b) => Number(a.split('.')[1]) - Number(b.split('.')[1]))
        .map((name) => fields[name]!),
      result: fields.result ?? '',
      latency: fields.latency ?? '',
      time: fields.timestamp ?? fields.time ?? '',
      weighting: fields.weighting ?? '',
    }))
}
