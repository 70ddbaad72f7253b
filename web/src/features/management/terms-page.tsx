// Academic years and terms of the organisation, /management/terms: those who plan make them, courses are put into them.
import { useQuery } from '@tanstack/react-query'
import { Pencil, Plus, Trash2, Upload, X } from 'lucide-react'
import { Suspense, useState } from 'react'
import { call } from '../../client.ts'
import { texts, useTexts } from '../../i18n.ts'
import { type Term, termName, termsQuery } from '../../parts/learning/course/terms.ts'
import { problemText, refusal } from '../../parts/base/errors/problem-text.ts'
import { invalidate } from '../../queries.ts'
import { useOrganisation } from '../../session/session.ts'
import { AddButton } from '../../ui/fields/add-button.tsx'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/class-names.ts'
import { Confirm } from '../../ui/dialogs/confirm.tsx'
import { laterDialog } from '../../ui/dialogs/later-dialog.tsx'
import { DateField } from '../../ui/fields/date-field.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { TextField } from '../../ui/fields/field.tsx'
import { FormFrame, useForm } from '../../ui/fields/form.tsx'
import { date } from '../../ui/format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Empty, SkeletonRows } from '../../ui/states.tsx'
import { toast } from '../../ui/dialogs/toast.tsx'
import { ManagementFrame } from './management-frame.tsx'
import { PartFailed } from './part-failed.tsx'

const TimetableImport = laterDialog(async () => ({
  default: (await Promise.all([import('./timetable-import.tsx'), texts('upload', 'errors')]))[0].TimetableImport,
}))

/** A term to change, or a new one: of a year, or a year itself. */
type Edited = { term: Term } | { year: Term | null }

export default function TermsPage() {
  const t = useTexts('management')
  return (
    <ManagementFrame title={t('entry.terms')}>
      <Terms />
    </ManagementFrame>
  )
}

function Terms() {
  const t = useTexts('management')
  const { data, error, errorUpdatedAt, refetch } = useQuery(termsQuery)
  const [edited, setEdited] = useState<Edited>()
  const [deleting, setDeleting] = useState<Term>()
  const [importing, setImporting] = useState(false)
  const calendarText = useTexts('calendar')
  const timetables = useOrganisation()?.toggles.includes('timetables') ?? false
  if (error && !data) return <PartFailed error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={4} />
  const { terms, can_change: mayChange } = data
  const add = mayChange && (
    <span className="inline-flex flex-wrap gap-2">
      <Button icon={Plus} variant="primary" onClick={() => setEdited({ year: null })}>
        {t('addYear')}
      </Button>
      {timetables && (
        <Button icon={Upload} onClick={() => setImporting(true)}>
          {calendarText('importTimetable')}
        </Button>
      )}
    </span>
  )
  const remove = async ({ id, version }: Term) => {
    try {
      await call('DELETE /api/terms/:id', { params: { id }, query: { version } })
    } catch (failure) {
      toast({ text: problemText(failure), error: true })
    }
    setDeleting(undefined)
    await invalidate('GET /api/terms')
  }
  return (
    <>
      <p className="mb-3 max-w-[68ch] text-text-2">{t('termsText')}</p>
      {terms.length === 0 ? (
        <Empty title={t('noTerms')}>{add}</Empty>
      ) : (
        <>
          <ul className="surface-card mb-3 divide-y divide-line">
            {terms.map((term) => {
              const name = termName(terms, term.id)
              const isYear = term.parent_id === null
              return (
                <li
                  key={term.id}
                  className={classes('flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 py-1.5 pr-2', isYear ? 'pl-4' : 'pl-9')}
                >
                  <span className={classes('min-w-[min(160px,60%)] flex-1 wrap-break-word', isYear && 'font-semibold')}>{term.name}</span>
                  <span className="tabular text-small text-text-2">
                    {date(term.start_date)} – {date(term.end_date)}
                  </span>
                  <span className="tabular min-w-[90px] text-small text-text-3">
                    {term.courses !== null && t('coursesIn', { count: term.courses })}
                  </span>
                  {mayChange && (
                    <span className="flex w-[104px] justify-end">
                      {isYear && <IconButton label={t('addTerm', { name })} icon={Plus} onClick={() => setEdited({ year: term })} />}
                      <IconButton label={t('changeTerm', { name })} icon={Pencil} onClick={() => setEdited({ term })} />
                      <IconButton label={t('deleteTerm', { name })} icon={Trash2} onClick={() => setDeleting(term)} />
                    </span>
                  )}
                </li>
              )
            })}
          </ul>
          {add}
        </>
      )}
      {importing && (
        <Suspense>
          <TimetableImport onClose={() => setImporting(false)} />
        </Suspense>
      )}
      {edited && <TermDialog edited={edited} terms={terms} onClose={() => setEdited(undefined)} />}
      <Confirm
        open={deleting !== undefined}
        danger
        title={t('deleteTermAsk', { name: deleting ? termName(terms, deleting.id) : '' })}
        confirmLabel={t('deleteTermDo')}
        onConfirm={() => deleting && remove(deleting)}
        onClose={() => setDeleting(undefined)}
      />
    </>
  )
}

function TermDialog({ edited, terms, onClose }: { edited: Edited; terms: readonly Term[]; onClose: () => void }) {
  const t = useTexts('management')
  const term = 'term' in edited ? edited.term : undefined
  const year = 'year' in edited ? edited.year : undefined
  const form = useForm({
    start: {
      name: term?.name ?? '',
      start_date: term?.start_date ?? year?.start_date ?? '',
      end_date: term?.end_date ?? year?.end_date ?? '',
      holidays: term?.holidays ?? [],
    },
    check: ({ name, start_date, end_date }) => ({
      name: name.trim() ? undefined : t('termNameMissing'),
      start_date: start_date ? undefined : t('dayMissing'),
      end_date: end_date ? (start_date && end_date < start_date ? t('endFirst') : undefined) : t('dayMissing'),
    }),
    explain: refusal,
    send: async (body) => {
      if (term) await call('PUT /api/terms/:id', { params: { id: term.id }, body: { ...body, version: term.version } })
      else await call('POST /api/terms', { body: { ...body, ...(year && { parent_id: year.id }) } })
      await invalidate('GET /api/terms')
      onClose()
    },
  })
  const title = term ? t('changeTerm', { name: termName(terms, term.id) }) : year ? t('addTerm', { name: year.name }) : t('addYear')
  return (
    <Dialog
      open
      onClose={onClose}
      width={416}
      changed={form.changed}
      title={title}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="primary" type="submit" form="term" busy={form.busy}>
            {t('saveTerm')}
          </Button>
        </>
      }
    >
      <FormFrame form={form} id="term">
        <TextField {...form.field('name')} label={t('termName')} maxLength={64} autoFocus />
        <DateField {...form.field('start_date')} label={t('firstDay')} />
        <DateField {...form.field('end_date')} label={t('lastDay')} />
        <Holidays holidays={form.values.holidays} onChange={(holidays) => form.set({ holidays })} />
      </FormFrame>
    </Dialog>
  )
}

type Holiday = Term['holidays'][number]
function Holidays({ holidays, onChange }: { holidays: readonly Holiday[]; onChange: (holidays: Holiday[]) => void }) {
  const t = useTexts('management')
  const change = (n: number, part: Partial<Holiday>) => onChange(holidays.map((one, at) => (at === n ? { ...one, ...part } : one)))
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-body font-medium">{t('holidays')}</legend>
      <p className="mb-2 text-caption text-text-3">{t('holidaysHelp')}</p>
      <ul className="space-y-3">
        {holidays.map((holiday, n) => (
          <li key={n} className="flex flex-wrap items-end gap-2">
            <TextField
              label={t('holidayName')}
              value={holiday.name}
              maxLength={64}
              onChange={(name) => change(n, { name })}
              className="w-full"
            />
            <DateField
              label={t('firstDay')}
              value={holiday.start_date}
              onChange={(start_date) => change(n, { start_date })}
              className="flex-1"
            />
            <DateField label={t('lastDay')} value={holiday.end_date} onChange={(end_date) => change(n, { end_date })} className="flex-1" />
            <IconButton
              label={t('removeHoliday', { name: holiday.name })}
              icon={X}
              onClick={() => onChange(holidays.filter((_, at) => at !== n))}
            />
          </li>
        ))}
      </ul>
      <AddButton size="sm" onAdd={() => onChange([...holidays, { name: '', start_date: '', end_date: '' }])} className="mt-2">
        {t('addHoliday')}
      </AddButton>
    </fieldset>
  )
}
