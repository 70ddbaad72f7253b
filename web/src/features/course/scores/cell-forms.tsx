// Forms in the panel of a score: set by hand with a reason, and a comment.
import { call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { refusal } from '../../../parts/base/errors/problem-text.ts'
import { pointsText } from '../../../parts/learning/scores/points-text.ts'
import { gradebookQuery, type Gradebook } from '../../../parts/learning/scores/queries.ts'
import { invalidate, queryClient } from '../../../queries.ts'
import { Button } from '../../../ui/button.tsx'
import { TextArea, TextField } from '../../../ui/fields/field.tsx'
import { FormFrame, useForm } from '../../../ui/fields/form.tsx'
import { refusedText } from './refused-text.ts'
import { excused, type Item, typedValue, withCells } from './book.ts'

export function SetForm({
  item,
  value,
  onSet,
  onClose,
}: {
  item: Item
  value: string
  onSet: (value: string, reason: string) => void
  onClose: () => void
}) {
  const t = useTexts('scores')
  const read = (text: string) => typedValue(text, item, t('excusedShort'))
  const form = useForm({
    start: { points: value === excused ? '' : value, reason: '' },
    check: ({ points }) => ({ points: refusedText(t, read(points), item) }),
    explain: refusal,
    send: async ({ points, reason }) => {
      const typed = read(points)
      if ('value' in typed) onSet(typed.value, reason)
      onClose()
    },
  })
  return (
    <FormFrame form={form} className="mt-3 space-y-3 border-t border-line pt-3">
      <TextField {...form.field('points')} label={t('pointsOf', { max: pointsText(item.points) })} inputMode="decimal" autoFocus />
      <TextField {...form.field('reason')} label={t('reason')} maxLength={500} help={t('reasonHelp')} />
      <div data-buttons className="flex justify-end gap-2">
        <Button size="sm" variant="quiet" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button size="sm" type="submit" variant="primary">
          {t('save')}
        </Button>
      </div>
    </FormFrame>
  )
}

export function CommentForm({
  course,
  person,
  item,
  value,
  comment,
  onClose,
}: {
  course: string
  person: string
  item: string
  value: string
  comment: string
  onClose: () => void
}) {
  const t = useTexts('scores')
  const form = useForm({
    start: { comment },
    explain: refusal,
    send: async ({ comment: written }) => {
      const answer = await call('PUT /api/courses/:id/scores', {
        params: { id: course },
        body: { cells: [{ person_id: person, item_id: item, saw: value || null, comment: written }] },
      })
      queryClient.setQueryData<Gradebook>(gradebookQuery(course).queryKey, (book) => book && withCells(book, answer.cells, answer.results))
      await invalidate('GET /api/courses/:id/scores/:person', 'GET /api/score-items/:id/history/:person')
      onClose()
    },
  })
  return (
    <FormFrame form={form} className="mt-3 space-y-3 border-t border-line pt-3">
      <TextArea {...form.field('comment')} label={t('comment')} rows={3} maxLength={2000} help={t('commentHelp')} autoFocus />
      <div data-buttons className="flex justify-end gap-2">
        <Button size="sm" variant="quiet" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button size="sm" type="submit" variant="primary" busy={form.busy}>
          {t('save')}
        </Button>
      </div>
    </FormFrame>
  )
}
