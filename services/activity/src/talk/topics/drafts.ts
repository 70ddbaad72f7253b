// Drafts of topics: their title and dates, as they are kept.
import { invalid } from '@lyceum/kit/calls/errors'
import { storedTime } from '@lyceum/kit/database/stored-times'
import { cleanTitle } from '@lyceum/kit/text/titles'

/** 400 field.required for one without words. */
export function checkedTitle(title: string): string {
  const trimmed = cleanTitle(title)
  if (trimmed === '') throw invalid({ title: 'field.required' })
  return trimmed
}

type Dates = { opens_at?: string | null | undefined; closes_at?: string | null | undefined }
/** 400 topic.closesBeforeOpening. Dates that are left out stay. */
export function datesAfter({ opens_at, closes_at }: Dates, before: { opensAt: Date | null; closesAt: Date | null }) {
  const time = (wanted: string | null | undefined, present: Date | null) =>
    wanted === undefined ? present : wanted === null ? null : storedTime(wanted)
  const after = { opensAt: time(opens_at, before.opensAt), closesAt: time(closes_at, before.closesAt) }
  if (after.opensAt && after.closesAt && after.closesAt <= after.opensAt) throw invalid({ closes_at: 'topic.closesBeforeOpening' })
  return after
}
