// Bar of my used storage: plain below 80 %, amber from 80 %, red when it is full.
import { useQuery } from '@tanstack/react-query'
import { CircleAlert, HardDrive, TriangleAlert } from 'lucide-react'
import { useEffect } from 'react'
import { Link } from 'react-router-dom'
import { useTexts } from '../../i18n.ts'
import { paths } from '../../paths.ts'
import { problemText } from '../../parts/base/errors/problem-text.ts'
import { query } from '../../queries.ts'
import { classes } from '../../ui/class-names.ts'
import { bytes, percent, sentences } from '../../ui/format.ts'
import { ProgressBar } from '../../ui/progress.tsx'
import { Bone } from '../../ui/states.tsx'
import { toast } from '../../ui/dialogs/toast.tsx'
import { levelOf } from './storage-level.ts'

const tones = {
  normal: { bar: 'accent', box: 'border-line bg-surface', icon: HardDrive },
  warning: { bar: 'warn', box: 'border-warn-line bg-warn-soft text-warn-text', icon: TriangleAlert },
  insufficient: { bar: 'bad', box: 'border-bad-line bg-bad-soft text-bad-text', icon: CircleAlert },
} as const

const kindOf = (type: string) => (type === 'video' || type === 'audio' || type === 'document' || type === 'image' ? type : 'other')

export function StorageBar() {
  const t = useTexts('upload')
  const ui = useTexts('ui')
  const { data, error, refetch } = useQuery(query('GET /api/user/storage-used'))
  const failure = error && !data ? sentences(t('storageFailed'), problemText(error)) : undefined
  useEffect(() => {
    if (failure) toast({ text: failure, error: true, act: { label: ui('tryAgain'), run: () => void refetch() } })
  }, [failure])
  if (failure) return null
  if (!data)
    return (
      <div className="surface-card space-y-3 p-3.5">
        <Bone className="w-1/2" />
        <Bone className="h-2" />
        <Bone className="w-3/4" />
      </div>
    )
  const {
    storage_used: used,
    storage_total: total,
    in_bin: inBin,
    by_type: [largest],
  } = data
  const share = total > 0 ? (used / total) * 100 : 100
  const level = levelOf(used, total)
  const { bar, box, icon: Icon } = tones[level]
  return (
    <section aria-label={t('storage')} className={classes('rounded-card border p-3.5', box)}>
      <p className="flex items-center gap-2 text-small font-semibold">
        <Icon aria-hidden size={16} strokeWidth={1.75} />
        <span className="flex-1">{t(`storage.${level}`)}</span>
        <span className="tabular">{percent(Math.min(100, Math.floor(share)))}</span>
      </p>
      <ProgressBar label={t('storage')} value={share} tone={bar} className="my-2" />
      <p className="text-caption">
        {t('storageOf', { used: bytes(used), total: bytes(total) })}
        {level !== 'normal' && largest && ` ${t(`takes.${kindOf(largest.type)}`, { bytes: bytes(largest.bytes) })}`}
      </p>
      {inBin > 0 && (
        <p className="text-caption">
          <Link to={paths.deletedResources()} className="inline-flex min-h-6 items-center underline underline-offset-2">
            {t('storageInBin', { bytes: bytes(inBin) })}
          </Link>
        </p>
      )}
      {level !== 'normal' && (
        <p className="mt-1.5">
          <Link
            to={paths.largestResources()}
            className="inline-flex min-h-6 items-center text-small font-semibold underline underline-offset-2"
          >
            {t('seeWhatTakes')}
          </Link>
        </p>
      )}
    </section>
  )
}
