// Showing scores to their students: which items, how many people, now or at a time; it can be taken back.
import { useState } from 'react'
import { useTexts } from '../../../i18n.ts'
import { problemText } from '../../../parts/base/errors/problem-text.ts'
import { Banner } from '../../../ui/marks/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { DateTimeField } from '../../../ui/fields/date-field.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { isLocal, toIso } from '../../../ui/dates.ts'
import { dateTime } from '../../../ui/format.ts'
import { RadioGroup } from '../../../ui/fields/radio-group.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { type Item, type Row, shownCell } from './book.ts'
import { releaseScores, withdrawScores } from './release.ts'

export type Releasing = { items: readonly string[]; hides: boolean; persons: readonly string[] | undefined }

export function ReleaseDialog({
  course,
  start,
  items,
  rows,
  onClose,
}: {
  course: string
  start: Releasing
  items: readonly Item[]
  /** Of everybody. */
  rows: readonly Row[]
  onClose: () => void
}) {
  const t = useTexts('scores')
  const { hides, persons } = start
  const of = persons ? rows.filter(({ id }) => persons.includes(id)) : rows
  const counted = items.map((item) => ({
    item,
    count: of.filter((row) => {
      const cell = shownCell(row, item)
      return cell.value !== '' && cell.released === hides
    }).length,
  }))
  const offered = counted.filter(({ item, count }) => count > 0 || start.items.includes(item.id) || (!hides && !item.released))
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    new Set(start.items.length ? start.items : offered.filter(({ count }) => count > 0).map(({ item }) => item.id)),
  )
  const [when, setWhen] = useState<'now' | 'later'>('now')
  const [at, setAt] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const scores = counted.reduce((sum, { item, count }) => sum + (chosen.has(item.id) ? count : 0), 0)
  const people = of.filter((row) =>
    items.some((item) => {
      const cell = chosen.has(item.id) ? shownCell(row, item) : undefined
      return cell && cell.value !== '' && cell.released === hides
    }),
  ).length
  const submit = async () => {
    setBusy(true)
    setProblem('')
    const input = { item_ids: [...chosen], ...(persons && { person_ids: [...persons] }) }
    const time = when === 'later' ? (toIso(at) ?? undefined) : undefined
    const fail = (failure: unknown) => toast({ text: problemText(failure), error: true })
    try {
      const count = hides ? await withdrawScores(course, input) : await releaseScores(course, { ...input, ...(time && { at: time }) })
      const back = hides ? releaseScores : withdrawScores
      const text = time ? t('releasedLater', { time: dateTime(time) }) : t(hides ? 'hiddenDone' : 'releasedDone', { count })
      toast({ text, undo: () => void back(course, input).catch(fail) })
      onClose()
    } catch (error) {
      setProblem(problemText(error, 'at'))
    } finally {
      setBusy(false)
    }
  }
  const off = chosen.size === 0 ? t('chooseItems') : when === 'later' && !isLocal(at, 'datetime') ? t('chooseTime') : undefined
  return (
    <Dialog
      open
      onClose={onClose}
      width={560}
      title={t(hides ? 'hideTitle' : 'releaseTitle')}
      description={persons ? t('releaseOf', { count: persons.length }) : t(hides ? 'hideText' : 'releaseText')}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="primary" busy={busy} off={off} onClick={() => void submit()}>
            {t(hides ? 'hide' : 'release')}
          </Button>
        </>
      }
    >
      <div className="space-y-4 pb-3">
        {offered.length === 0 ? (
          <p className="text-text-2">{t(hides ? 'nothingToHide' : 'nothingToRelease')}</p>
        ) : (
          <fieldset>
            <legend className="mb-1 text-body font-medium">{t('items')}</legend>
            <ul className="max-h-64 divide-y divide-line overflow-y-auto rounded-card border border-line">
              {offered.map(({ item, count }) => (
                <li key={item.id} className="flex min-h-9 items-center justify-between gap-3 px-3 py-1">
                  <Checkbox
                    label={item.title}
                    checked={chosen.has(item.id)}
                    onChange={(on) => {
                      const next = new Set(chosen)
                      if (on) next.add(item.id)
                      else next.delete(item.id)
                      setChosen(next)
                    }}
                  />
                  <span className="tabular shrink-0 text-small text-text-3">{t('scoresCount', { count })}</span>
                </li>
              ))}
            </ul>
          </fieldset>
        )}
        {!hides && (
          <RadioGroup
            label={t('when')}
            inline
            value={when}
            onChange={setWhen}
            options={[
              { value: 'now', label: t('whenNow') },
              { value: 'later', label: t('whenLater') },
            ]}
          />
        )}
        {when === 'later' && <DateTimeField label={t('time')} value={at} onChange={setAt} />}
        <p role="status" className="text-small text-text-2">
          {t('releaseCount', { people, scores })}
        </p>
        {problem && (
          <Banner tone="bad" urgent>
            {problem}
          </Banner>
        )}
      </div>
    </Dialog>
  )
}
