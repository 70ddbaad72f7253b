// Lines of an import: each with its place in the file, its outcome and the reason, and the fields that change.
import { PencilLine } from 'lucide-react'
import { useTexts } from '../../../i18n.ts'
import { type ScreenColumn, TableScreen } from '../../../parts/base/table/table-screen.tsx'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/fields/field.tsx'
import { list as joined, number } from '../../../ui/format.ts'
import { Chip } from '../../../ui/marks/chip.tsx'
import { Tabs, useTabs } from '../../../ui/menus/tabs.tsx'
import { Empty } from '../../../ui/states.tsx'
import { usePaged } from '../../../parts/base/page/paged.ts'
import { fieldText } from './field-text.ts'
import { changing, isAtWork, lineFilters, linesQuery, outcomes, outcomeTones, type Run, type RunLine, sum } from './imports.ts'
import { reasonText } from './reason-text.ts'
import { valueText } from './value-text.ts'

const all = 'all'
const pinned = 'pinned'

export function RunLines({ run }: { run: Run }) {
  const t = useTexts('rosters')
  const tm = useTexts('management')
  const wired = useTabs()
  const list = usePaged(linesQuery(run.id), { filters: lineFilters, refetchDelay: () => (isAtWork(run) ? 5000 : false) })
  const tabs = [
    { value: all, label: t('allLines'), count: undefined },
    // lines that stay the same are counted, and not kept
    ...outcomes
      .filter((of) => of !== 'same')
      .map((of) => ({ value: of as string, label: t(`outcome.${of}`), count: number(sum(run, of)) })),
    ...(sum(run, 'pinned') > 0 ? [{ value: pinned, label: t('pinned'), count: number(sum(run, 'pinned')) }] : []),
  ]
  const current = list.filters.pinned ? pinned : (list.filters.outcome ?? all)
  const choose = (value: string) =>
    list.change({
      filters: {
        ...list.filters,
        pinned: value === pinned ? 'true' : undefined,
        outcome: value === pinned || value === all ? undefined : value,
      },
    })
  const kinds = run.counts.map(({ kind }) => kind)
  const columns: ScreenColumn<RunLine>[] = [
    {
      key: 'title',
      head: t('title'),
      text: ({ title, external_id }) => title || external_id,
      cell: ({ title, external_id }) => (
        <span className="wrap-anywhere">
          <bdi className="font-medium">{title || external_id}</bdi>
          {title && title !== external_id && <bdi className="tabular block text-small text-text-3">{external_id}</bdi>}
        </span>
      ),
    },
    {
      key: 'line',
      head: t('line'),
      width: 80,
      numeric: true,
      card: 'more',
      text: ({ line }) => String(line ?? ''),
      cell: ({ line }) => (line === null ? '–' : number(line)),
    },
    ...(kinds.length > 1
      ? [
          {
            key: 'kind',
            head: t('kind'),
            width: 160,
            text: ({ kind }: RunLine) => t(`kind.${kind}`),
            cell: ({ kind }: RunLine) => t(`kind.${kind}`),
          },
        ]
      : []),
    {
      key: 'outcome',
      head: t('result'),
      width: 150,
      card: 'end',
      text: ({ outcome, undone }) => [t(`outcome.${outcome}`), undone && t(`undone.${undone}`)].filter(Boolean).join(', '),
      cell: ({ outcome, undone }) => (
        <span className="inline-flex flex-wrap gap-1">
          <Chip tone={outcomeTones[outcome]}>{t(`outcome.${outcome}`)}</Chip>
          {undone && <Chip tone="outline">{t(`undone.${undone}`)}</Chip>}
        </span>
      ),
    },
    {
      key: 'changes',
      head: t('happens'),
      text: (line) =>
        [
          reasonOf(line),
          ...line.changes.map(
            ({ field, before, after }) => `${fieldText(field)}: ${valueText(field, before ?? '–')} → ${valueText(field, after ?? '–')}`,
          ),
        ]
          .filter(Boolean)
          .join('; '),
      cell: (line) => <Happens line={line} />,
    },
  ]
  return (
    <section aria-label={t('allLines')}>
      <Tabs label={t('result')} value={current} onChange={choose} tabs={tabs} wired={wired} className="mb-3" />
      <div {...wired.panelProps(current)}>
        <TableScreen<RunLine>
          name="management.import-lines"
          caption={t('allLines')}
          list={list}
          columns={columns}
          rowKey={({ kind, external_id, line }) => `${kind} ${external_id} ${line}`}
          search={t('findLine')}
          {...(kinds.length > 1 && {
            filters: (
              <Select
                label={t('kind')}
                hideLabel
                value={list.filters.kind ?? ''}
                onChange={(kind) => list.change({ filters: { ...list.filters, kind: kind || undefined } })}
                options={[
                  { value: '', label: t('anyKind') },
                  ...kinds.map((kind) => ({ value: kind as string, label: t(`kind.${kind}`) })),
                ]}
                className="w-[200px] max-tablet:w-full"
              />
            ),
          })}
          exportName={t('allLines')}
          failedTitle={tm('failed')}
          empty={
            <Empty
              title={t(
                run.state === 'checking' ? 'stillChecking' : changing(run) + sum(run, 'refused') === 0 ? 'nothingDiffers' : 'noLines',
              )}
            />
          }
          nothingFits={
            <Empty title={t('nothingFits')}>
              <Button onClick={list.clear}>{t('clear')}</Button>
            </Empty>
          }
        />
      </div>
    </section>
  )
}

const reasonOf = ({ code, params }: RunLine) => (code === null ? undefined : reasonText({ code, params }))

function Happens({ line }: { line: RunLine }) {
  const t = useTexts('rosters')
  const reason = reasonOf(line)
  return (
    <span className="block space-y-0.5 text-small wrap-anywhere">
      {reason && <span className={line.outcome === 'refused' ? 'block text-bad-text' : 'block text-text-2'}>{reason}</span>}
      {line.changes.map(({ field, before, after }) => (
        <span key={field} className="block">
          <span className="text-text-2">{fieldText(field)}: </span>
          {before !== null && (
            <>
              <del className="text-text-3">
                <bdi>{valueText(field, before || '–')}</bdi>
              </del>
              <span aria-hidden> → </span>
            </>
          )}
          <ins className="no-underline">
            <bdi>{valueText(field, after || '–')}</bdi>
          </ins>
        </span>
      ))}
      {line.pinned.length > 0 && (
        <span className="flex items-start gap-1 text-text-2">
          <PencilLine aria-hidden size={13} strokeWidth={2} className="mt-0.5 shrink-0" />
          {t('pinnedFields', { fields: joined(line.pinned.map(fieldText)) })}
        </span>
      )}
    </span>
  )
}
