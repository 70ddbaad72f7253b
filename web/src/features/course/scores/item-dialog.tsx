// A column of the gradebook: an own item is named and given points, that of an activity is only put into a category.
// Changes of results are shown before they are saved; a deleted column can be restored.
import { Trash2 } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { call } from '../../../client.ts'
import { texts, useTexts } from '../../../i18n.ts'
import { problemText, refusal } from '../../../parts/base/errors/problem-text.ts'
import { sameDecimal, unitsOf } from '../../../parts/learning/rubrics/points.ts'
import { bookReads, type Gradebook } from '../../../parts/learning/scores/queries.ts'
import { invalidate } from '../../../queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { laterDialog } from '../../../ui/dialogs/later-dialog.tsx'
import { DecimalField } from '../../../ui/fields/decimal-field.tsx'
import { Select, TextField } from '../../../ui/fields/field.tsx'
import { FormFrame, useForm } from '../../../ui/fields/form.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import type { Item } from './book.ts'

const RulesPreview = laterDialog(async () => {
  const [{ RulesPreview: shown }] = await Promise.all([import('./rules-preview.tsx'), texts('score-rules')])
  return { default: shown }
})
const changed = () => invalidate(...bookReads)
/** With the points: what results follow from. */
const ofResult = ['category_id', 'extra_credit', 'never_drop'] as const

/** Without an item: a new one. */
export function ItemDialog({
  course,
  item,
  scores,
  categories,
  onClose,
}: {
  course: string
  item: Item | undefined
  /** The number of its scores. */
  scores: number
  categories: Gradebook['categories']
  onClose: () => void
}) {
  const t = useTexts('scores')
  const own = !item?.activity_id
  const [asked, setAsked] = useState<'save' | 'delete'>()
  const seen = useRef(false)
  const form = useForm({
    start: {
      title: item?.title ?? '',
      points: item?.points ?? '10',
      category_id: item?.category_id ?? '',
      extra_credit: item?.extra_credit ?? false,
      never_drop: item?.never_drop ?? false,
    },
    check: ({ title, points }) => ({
      title: title.trim() ? undefined : t('titleMissing'),
      points: unitsOf(points) !== undefined ? undefined : t('refused.notNumber'),
    }),
    explain: refusal,
    send: async ({ title, points, ...rest }) => {
      const body = { ...rest, category_id: rest.category_id || null, ...(own && { title, points }) }
      const counts = item && (!sameDecimal(points, item.points) || ofResult.some((field) => body[field] !== item[field]))
      if (counts && !seen.current) return setAsked('save')
      if (item) await call('PUT /api/score-items/:id', { params: { id: item.id }, body: { ...body, version: item.version } })
      else await call('POST /api/courses/:id/score-items', { params: { id: course }, body: { ...body, title, points } })
      await changed()
      onClose()
    },
  })
  const restore = async ({ id, title }: Item) => {
    try {
      await call('PUT /api/score-items/:id/restore', { params: { id } })
      toast({ text: t('itemRestored', { title }) })
    } catch (error) {
      toast({ text: problemText(error), error: true })
    } finally {
      await changed()
    }
  }
  const remove = async () => {
    if (!item) return
    try {
      await call('DELETE /api/score-items/:id', { params: { id: item.id }, query: { version: item.version } })
      toast({ text: t('itemDeleted', { title: item.title }), undo: () => void restore(item) })
      await changed()
      onClose()
    } catch (error) {
      toast({ text: problemText(error), error: true })
      setAsked(undefined)
    }
  }
  const save = async () => {
    seen.current = true
    await form.submit()
    seen.current = false
    setAsked(undefined)
  }
  const { title, points, category_id, extra_credit, never_drop } = form.values
  if (item && asked)
    return (
      <Suspense>
        <RulesPreview
          course={course}
          changes={{
            items: [
              asked === 'delete'
                ? { id: item.id, deleted: true }
                : { id: item.id, category_id: category_id || null, extra_credit, never_drop, ...(own && { title, points }) },
            ],
          }}
          {...(asked === 'delete' && {
            removal: {
              title: t('deleteItemTitle', { title: item.title }),
              text: t('deleteItemText', { count: scores }),
              action: t('deleteItem'),
            },
          })}
          onSave={asked === 'delete' ? remove : save}
          onClose={() => setAsked(undefined)}
        />
      </Suspense>
    )
  return (
    <Dialog
      open
      onClose={onClose}
      width={416}
      changed={form.changed}
      title={t(item ? 'changeItem' : 'addItem')}
      footer={
        <>
          {item && own && (
            <Button variant="quiet" icon={Trash2} className="mr-auto" onClick={() => (scores > 0 ? setAsked('delete') : void remove())}>
              {t('deleteItem')}
            </Button>
          )}
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="primary" type="submit" form="score-item" busy={form.busy}>
            {t('save')}
          </Button>
        </>
      }
    >
      <FormFrame form={form} id="score-item">
        <TextField
          {...form.field('title')}
          label={t('title')}
          maxLength={200}
          readOnly={!own}
          help={own ? undefined : t('ofActivity')}
          autoFocus={own}
        />
        <DecimalField {...form.field('points')} label={t('points')} readOnly={!own} help={own ? t('pointsHelp') : undefined} />
        <Select
          {...form.field('category_id')}
          label={t('category')}
          options={[{ value: '', label: t('noCategory') }, ...categories.map(({ id, name }) => ({ value: id, label: name }))]}
        />
        <Checkbox
          label={t('extraCredit')}
          help={t('extraCreditHelp')}
          checked={form.values.extra_credit}
          onChange={form.field('extra_credit').onChange}
        />
        <Checkbox label={t('neverDrop')} checked={form.values.never_drop} onChange={form.field('never_drop').onChange} />
      </FormFrame>
    </Dialog>
  )
}
