// The conflict of a grading that was saved elsewhere since: the warning, and both versions side by side. Nothing is sent before a choice, and the choice can be
// taken back.
import { Suspense, useMemo, useState } from 'react'
import { type Answer, currentScope } from '../../../client.ts'
import { texts } from '../../../i18n.ts'
import { optional } from '../../base/drafts/optional.ts'
import type { SavedBy } from '../../base/drafts/use-versions.tsx'
import type { VersionField } from '../../base/drafts/version-fields.ts'
import { type Grading, gradingOf, type Saved, type SaveState } from './grading-saver.ts'
import { gradingFields } from './grading-versions.ts'
import { laterDialog } from '../../../ui/dialogs/later-dialog.tsx'

type Rubric = Answer<'GET /api/activities/:id/rubric'>
/** Of a review nobody else writes it. */
type Theirs = Saved & { marker?: { id: string; name: string } | null; updated_at?: string }
type Work<M extends Theirs> = {
  given: Grading
  change: (part: Partial<Grading>) => void
  keepMine: (theirs: M, both?: Grading) => void
}

const Note = optional(async () => (await Promise.all([import('../../base/drafts/newer-note.tsx'), texts('drafts')]))[0])
const Conflict = laterDialog(async () => (await Promise.all([import('../../base/drafts/conflict.tsx'), texts('drafts')]))[0])

const savedBy = ({ marker, updated_at: at }: Theirs): SavedBy =>
  marker === undefined || marker?.id === currentScope()?.person
    ? { mine: true, ...(at !== undefined && { at }) }
    : { ...(marker && { name: marker.name }), ...(at !== undefined && { at }) }

export function GradingConflict<M extends Theirs>({
  state: { theirs, base },
  work,
  rubric,
  labels,
  onChosen,
}: {
  state: Extract<SaveState<M>, { kind: 'conflict' }>
  work: Work<M>
  rubric: Rubric | null
  labels: { points: string; comment: string }
  /** Something else stands in the fields now. */
  onChosen?: () => void
}) {
  const [open, setOpen] = useState(false)
  const fields = useMemo(() => gradingFields(rubric, labels), [rubric, labels.points, labels.comment])
  const by = savedBy(theirs)
  const { given } = work
  return (
    <Suspense>
      <Note by={by} touched urgent onShow={() => setOpen(true)} />
      {open && (
        <Conflict
          fields={fields as unknown as readonly VersionField<object>[]}
          base={base}
          mine={given}
          theirs={gradingOf(theirs)}
          by={by}
          savesItself
          onClose={() => setOpen(false)}
          onResolve={(chosen) => {
            work.keepMine(theirs, chosen as Grading)
            onChosen?.()
            return () => {
              work.change(given)
              onChosen?.()
            }
          }}
        />
      )}
    </Suspense>
  )
}
