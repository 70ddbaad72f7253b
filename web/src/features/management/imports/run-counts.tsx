// Numbers of an import: lines by outcome as words, digits and a bar, by kind where there are several; and the files they came from.
import { useTexts } from '../../../i18n.ts'
import { encodingOptions } from '../../../parts/base/table/encodings.ts'
import { ReplacedNote } from '../../../parts/base/table/encoding-choice.tsx'
import { classes } from '../../../ui/class-names.ts'
import { dateTime, number } from '../../../ui/format.ts'
import { Table } from '../../../ui/table/table.tsx'
import { type Outcome, outcomes, type Run, type RunCounts as Counts, sum } from './imports.ts'

const looks: Record<Outcome, { text: string; bar: string }> = {
  made: { text: 'text-ok-text', bar: 'bg-ok' },
  changed: { text: 'text-info-text', bar: 'bg-info' },
  back: { text: 'text-note-text', bar: 'bg-note' },
  left: { text: 'text-warn-text', bar: 'bg-warn' },
  refused: { text: 'text-bad-text', bar: 'bg-bad' },
  same: { text: 'text-text-2', bar: 'bg-line-strong' },
}

export function RunCounts({ run }: { run: Run }) {
  const t = useTexts('rosters')
  const shown = outcomes.map((of) => ({ of, count: sum(run, of) })).filter(({ of, count }) => count > 0 || of === 'made')
  const all = shown.reduce((lines, { count }) => lines + count, 0)
  const pinned = sum(run, 'pinned')
  return (
    <section aria-label={t('result')} className="surface-card space-y-3 p-5 max-tablet:p-4">
      <dl className="flex flex-wrap items-baseline gap-x-8 gap-y-2">
        {shown.map(({ of, count }) => (
          <div key={of} className="flex flex-row-reverse items-baseline gap-2">
            <dt className={classes('max-w-28 text-small', looks[of].text)}>{t(`outcomes.${of}`)}</dt>
            <dd className="tabular text-title font-bold">{number(count)}</dd>
          </div>
        ))}
      </dl>
      <div aria-hidden className="flex h-3 gap-0.5 overflow-hidden rounded-full bg-sunken">
        {shown.map(
          ({ of, count }) => count > 0 && <span key={of} style={{ flexGrow: count }} className={classes('min-w-1', looks[of].bar)} />,
        )}
      </div>
      <p className="text-small text-text-2">
        {[t('lines', { count: all, number: number(all) }), pinned > 0 && t('pinnedLines', { count: pinned, number: number(pinned) })]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {run.counts.length > 1 && <ByKind counts={run.counts} />}
    </section>
  )
}

function ByKind({ counts }: { counts: readonly Counts[] }) {
  const t = useTexts('rosters')
  return (
    <Table
      caption={t('byKind')}
      compact
      rows={counts}
      rowKey={({ kind }) => kind}
      columns={[
        { key: 'kind', head: t('kind'), cell: ({ kind }: Counts) => t(`kind.${kind}`) },
        ...outcomes.map((of) => ({ key: of, head: t(`outcome.${of}`), numeric: true, cell: (one: Counts) => number(one[of]) })),
      ]}
    />
  )
}

/** The files of the import, its mode, and whose it is. */
export function RunFacts({ run: { files, mode, scope, source, by, created_at, applied_at } }: { run: Run }) {
  const t = useTexts('rosters')
  const parts = Object.values(scope).filter(Boolean)
  const rows = [
    [t('mode'), t(`mode.${mode}`)],
    ...(parts.length > 0 ? [[t('scope'), parts.join(' · ')]] : []),
    [t('source'), source],
    [t('begun'), dateTime(created_at)],
    ...(applied_at ? [[t('applied'), dateTime(applied_at)]] : []),
    ...(by ? [[t('by'), by.name]] : []),
  ] as [string, string][]
  return (
    <section aria-label={t('files')} className="surface-card space-y-3 p-5 max-tablet:p-4">
      <ul className="space-y-2">
        {files.map((file) => (
          <li key={file.name}>
            <p className="font-medium wrap-anywhere">{file.name}</p>
            <p className="text-small text-text-2">
              {[
                file.kind && t(`kind.${file.kind}`),
                t('lines', { count: file.lines, number: number(file.lines) }),
                encodingOptions.find(({ value }) => value === file.encoding)?.label,
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
            <ReplacedNote replaced={file.replaced} />
          </li>
        ))}
      </ul>
      <dl className="space-y-1 text-small">
        {rows.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-4">
            <dt className="text-text-2">{name}</dt>
            <dd className="text-right wrap-anywhere">
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
