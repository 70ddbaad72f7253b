// A column of the gradebook: an own item is named and given points, that of an activity is only put into a category.
import { Trash2 } from 'lucide-react'
import { call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { problemText, refusal } from '../../../parts/errors/problem-text.ts'
import { bookReads, type Gradebook } from '../../../parts/scores/queries.ts'
import { invalidate } from '../../../queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Select, TextField } from '../../../ui/field.tsx'
import { FormFrame, useForm } from '../../../ui/form.tsx'
import { toast } from '../../../ui/toast.tsx'
import type { Item } from './book.ts'

const changed = () => invalidate(...bookReads)

/** Without an item: a new one. */
export function ItemDialog({
  course,
  item,
  categories,
  onClose,
}: {
  course: string
  item: Item | undefined
  categories: Gradebook['categories']
  onClose: () => void
}) {
  const t = useTexts('scores')
  const own = !item?.activity_id
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
      points: /^[0-9]{1,6}([.,][0-9]{1,4})?$/.test(points) ? undefined : t('refused.notNumber'),
    }),
    explain: refusal,
    send: async ({ title, points, ...rest }) => {
      const body = { ...rest, category_id: rest.category_id || null, ...(own && { title, points }) }
      if (item) await call('PUT /api/score-items/:id', { params: { id: item.id }, body: { ...body, version: item.version } })
      else await call('POST /api/courses/:id/score-items', { params: { id: course }, body: { ...body, title, points } })
      await changed()
      onClose()
    },
  })
  const remove = async () => {
    if (!item) return
    try {
      await call('DELETE /api/score-items/:id', { params: { id: item.id }, query: { version: item.version } })
      toast({ text: t('itemDeleted', { title: item.title }) })
      await changed()
      onClose()
    } catch (error) {
      toast({ text: problemText(error), error: true })
    }
  }
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
            <Button variant="quiet" icon={Trash2} className="mr-auto" onClick={() => void remove()}>
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
        <TextField
          {...form.field('points')}
          label={t('points')}
          inputMode="decimal"
          readOnly={!own}
          help={own ? t('pointsHelp') : undefined}
        />
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
