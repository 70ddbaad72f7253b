// Scales of the organisation, /management/score-scales: letters or points that results are told in; courses choose one.
import { useQuery } from '@tanstack/react-query'
import { Pencil, Plus, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { problemText } from '../../parts/base/errors/problem-text.ts'
import { pointsText } from '../../parts/learning/scores/points-text.ts'
import { type Scale, scalesQuery } from '../../parts/learning/scores/queries.ts'
import { invalidate, queryClient } from '../../queries.ts'
import { useMe } from '../../session/session.ts'
import { AddButton } from '../../ui/fields/add-button.tsx'
import { Button } from '../../ui/button.tsx'
import { DecimalField } from '../../ui/fields/decimal-field.tsx'
import { TextField } from '../../ui/fields/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Empty, SkeletonRows } from '../../ui/states.tsx'
import { toast } from '../../ui/dialogs/toast.tsx'
import { ManagementFrame } from './management-frame.tsx'
import { PartFailed } from './part-failed.tsx'
import { RowDialog, useRowDialog } from './row-dialog.tsx'

const refreshScales = () => invalidate('GET /api/org/score-scales')

export default function ScoreScalesPage() {
  const t = useTexts('management')
  return (
    <ManagementFrame title={t('entry.scoreScales')}>
      <Scales />
    </ManagementFrame>
  )
}

function Scales() {
  const t = useTexts('score-rules')
  const me = useMe()
  const mayChange = me.may('org.change')
  const { data, error, errorUpdatedAt, refetch } = useQuery(scalesQuery)
  const [edited, setEdited] = useState<Scale | 'new'>()
  if (error && !data) return <PartFailed error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={3} />
  const failed = (failure: unknown) => toast({ text: problemText(failure), error: true })
  const remove = async (scale: Scale) => {
    const { name, levels } = scale
    const restore = () => call('POST /api/org/score-scales', { body: { name, levels } }).then(refreshScales, failed)
    try {
      await call('DELETE /api/org/score-scales/:id', { params: { id: scale.id }, query: { version: scale.version } })
      toast({ text: t('scaleDeleted', { name }), undo: () => void restore() })
    } catch (failure) {
      failed(failure)
    }
    await refreshScales()
  }
  const add = mayChange && (
    <Button icon={Plus} variant="primary" onClick={() => setEdited('new')}>
      {t('addScale')}
    </Button>
  )
  return (
    <>
      <p className="mb-3 max-w-[68ch] text-text-2">{t('scalesText')}</p>
      {data.items.length === 0 ? (
        <Empty title={t('noScales')}>{add}</Empty>
      ) : (
        <>
          <ul className="surface-card mb-3 divide-y divide-line">
            {data.items.map((scale) => (
              <li key={scale.id} className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 py-1.5 pr-2 pl-4">
                <span className="min-w-[min(160px,60%)] flex-1 wrap-break-word">
                  <span className="font-semibold">{scale.name}</span>
                  <span className="tabular block text-small text-text-2">
                    {scale.levels.map(({ name, percent }) => t('levelFrom', { name, percent: pointsText(percent) })).join(' · ')}
                  </span>
                </span>
                <span className="text-small text-text-3">{t('usedIn', { count: scale.used })}</span>
                {mayChange && (
                  <span className="flex">
                    <IconButton label={t('changeScale', { name: scale.name })} icon={Pencil} onClick={() => setEdited(scale)} />
                    <IconButton label={t('deleteScale', { name: scale.name })} icon={Trash2} onClick={() => void remove(scale)} />
                  </span>
                )}
              </li>
            ))}
          </ul>
          {add}
        </>
      )}
      {edited && <ScaleDialog scale={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />}
    </>
  )
}

type Level = Scale['levels'][number]
const letters: Level[] = [
  { name: 'A', percent: '90' },
  { name: 'B', percent: '80' },
  { name: 'C', percent: '70' },
  { name: 'D', percent: '60' },
  { name: 'F', percent: '0' },
]

function ScaleDialog({ scale, onClose }: { scale: Scale | undefined; onClose: () => void }) {
  const t = useTexts('score-rules')
  const form = useRowDialog<{ name: string; levels: Level[] }>({
    row: scale,
    start: { name: scale?.name ?? '', levels: scale?.levels ?? letters },
    check: ({ name, levels }) => ({
      name: name.trim() ? undefined : t('scaleNameMissing'),
      levels: levelsFit(levels) ? undefined : t('levelsWrong'),
    }),
    write: ({ name, levels }, version) => {
      const body = { name, levels: levels.map((level) => ({ name: level.name.trim(), percent: level.percent })) }
      return scale
        ? call('PUT /api/org/score-scales/:id', { params: { id: scale.id }, body: { ...body, version } })
        : call('POST /api/org/score-scales', { body })
    },
    read: async () => (await queryClient.fetchQuery({ ...scalesQuery, staleTime: 0 })).items.find(({ id }) => id === scale?.id),
    refresh: refreshScales,
    onClose,
  })
  const { levels } = form.values
  const levelsField = form.field('levels')
  const put = (at: number, part: Partial<Level>) =>
    levelsField.onChange(levels.map((level, i) => (i === at ? { ...level, ...part } : level)))
  return (
    <RowDialog title={scale ? t('changeScale', { name: scale.name }) : t('addScale')} form={form} onClose={onClose}>
      <TextField {...form.field('name')} label={t('scaleName')} maxLength={200} autoFocus />
      <fieldset>
        <legend className="mb-1 text-body font-medium">{t('levels')}</legend>
        <div className="space-y-2">
          {levels.map((level, i) => (
            <div key={i} className="flex items-start gap-2">
              <TextField
                label={t('levelName', { at: i + 1 })}
                hideLabel
                value={level.name}
                onChange={(name) => put(i, { name })}
                maxLength={30}
                className="flex-1"
              />
              <DecimalField
                label={t('levelPercent', { at: i + 1 })}
                hideLabel
                value={level.percent}
                onChange={(percent) => put(i, { percent })}
                className="w-28"
              />
              <IconButton
                label={t('removeLevel', { at: i + 1 })}
                icon={X}
                off={levels.length <= 2 ? t('twoLevels') : undefined}
                onClick={() => levelsField.onChange(levels.filter((_, at) => at !== i))}
              />
            </div>
          ))}
        </div>
        <p className="mt-1 text-caption text-text-3">{t('levelsHelp')}</p>
        {levelsField.error && (
          <p role="alert" className="mt-1 text-caption text-bad-text">
            {levelsField.error}
          </p>
        )}
        <AddButton size="sm" className="mt-2" onAdd={() => levelsField.onChange([...levels, { name: '', percent: '0' }])}>
          {t('addLevel')}
        </AddButton>
      </fieldset>
    </RowDialog>
  )
}

/** Each begins lower than the one above it, the last at 0. */
function levelsFit(levels: readonly Level[]): boolean {
  const numbers = levels.map(({ percent }) => (/^[0-9]{1,3}(\.[0-9]{1,4})?$/.test(percent) ? Number(percent) : Number.NaN))
  return (
    levels.every(({ name }) => name.trim()) &&
    numbers.every((value, i) => !Number.isNaN(value) && (i === 0 || value < (numbers[i - 1] ?? 0))) &&
    numbers.at(-1) === 0
  )
}
