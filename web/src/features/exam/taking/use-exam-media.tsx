// Hook of the sounds and films of an exam: one is open at a time, and switching to another asks.
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import type { Answer } from '../../../client.ts'
import { texts, useTexts } from '../../../i18n.ts'
import type { PaperItem, PaperView } from '../../../parts/learning/attempts/paper.ts'
import { mediaIn } from '../../../parts/learning/questions/media.ts'
import { Confirm } from '../../../ui/dialogs/confirm.tsx'
import { SkeletonText } from '../../../ui/states.tsx'

const ExamMedia = lazy(async () => {
  const [module] = await Promise.all([import('./exam-media.tsx'), texts('player')])
  return { default: module.ExamMedia }
})

type Files = Answer<'GET /api/attempts/:id/files'>
type Media = ((item: PaperItem) => ReactNode) & { popup: ReactNode }

export function useExamMedia(attempt: string, settings: PaperView['settings'] | undefined, files: Files | undefined): Media {
  const t = useTexts('exam')
  const [active, setActive] = useState<{ key: string; name: string }>()
  const [left, setLeft] = useState<ReadonlyMap<string, number | null>>(new Map())
  const [asking, setAsking] = useState<{ key: string; name: string; begin: () => void }>()
  const known = useMemo(() => new Map(files?.items.map((file) => [file.upload_id, file])), [files])
  const limit = settings?.play_limit ?? null
  const begun = (slot: number, id: string) => files?.plays.find((one) => one.slot === slot && one.upload_id === id)
  // the server counts, also what was begun before a reload or on another device
  const leftOf = (key: string, slot: number, id: string) => {
    const known = begun(slot, id)
    return left.has(key) || limit === null || !known ? left.get(key) : Math.max(0, limit - known.plays)
  }
  const limited = limit !== null || (settings?.no_seeking ?? false)
  const draw = (item: PaperItem): ReactNode => {
    const clips = mediaIn(item.stem, known, limited)
    return clips.length === 0 ? null : (
      <Suspense fallback={<SkeletonText lines={2} />}>
        {clips.map((clip) => {
          const key = `${item.slot} ${clip.id}`
          return (
            <ExamMedia
              key={key}
              attempt={attempt}
              slot={item.slot}
              media={clip}
              limit={limit}
              left={leftOf(key, item.slot, clip.id)}
              ends={begun(item.slot, clip.id)?.ends}
              seeking={!settings?.no_seeking}
              active={active?.key === key}
              onLeft={(now) => setLeft((before) => new Map(before).set(key, now))}
              onAsk={(begin) => {
                const name = clip.name || t('clip')
                const go = () => {
                  setActive({ key, name })
                  begin()
                }
                if (active && active.key !== key) setAsking({ key, name, begin: go })
                else go()
              }}
            />
          )
        })}
      </Suspense>
    )
  }
  return Object.assign(draw, {
    popup: (
      <Confirm
        open={asking !== undefined}
        title={t('switchTitle', { name: asking?.name ?? '' })}
        description={t(limit === null ? 'switchText' : 'switchTextCounted', { name: active?.name ?? '' })}
        confirmLabel={t('switchGo')}
        cancelLabel={t('cancel')}
        onConfirm={() => {
          asking?.begin()
          setAsking(undefined)
        }}
        onClose={() => setAsking(undefined)}
      />
    ),
  })
}
