// The progress of an upload as a text and a bar: bytes, speed and time left, then converting, then ready or the reason of a failure. Used by
// the tray and dialogs.
import { useConnection } from '../../../device/connection-state.ts'
import { useTexts } from '../../../i18n.ts'
import type { Item } from './queue.ts'
import { isRunning, secondsLeft } from './queue.ts'
import { blockCount, blockSize } from './blocks.ts'
import { bytes, list, percent } from '../../../ui/format.ts'
import { ProgressBar } from '../../../ui/progress.tsx'
import { reasonText } from './upload-state.ts'

/** The file's size and the free storage, from the server's answer. */
const storageText = ({ size, params = {} }: Item) => ({
  needs: bytes(size),
  free: bytes(Math.max(0, Number(params.total ?? 0) - Number(params.used ?? 0))),
})

export const shareOf = (item: Item): number =>
  item.state === 'processing' ? (item.percent ?? 0) : item.size ? (item.sent / item.size) * 100 : 0

/** The text of an item's state; without a network what runs waits for it. */
export function useStatusText(): (item: Item) => string {
  const t = useTexts('upload')
  const { offline } = useConnection()
  return (item) => {
    if (offline && (item.state === 'ready' || isRunning(item))) return t('pausedOffline')
    switch (item.state) {
      case 'ready':
        return t('waits')
      case 'paused':
        if (item.fileMissing) return t('pausedAway', { there: Math.floor(item.sent / blockSize), of: blockCount(item.size) })
        return t(item.byBlocks ? 'paused' : 'pausedWhole')
      case 'finishing':
        return t('finishing')
      case 'processing':
        return item.playable
          ? t('convertingPlayable', { percent: percent(item.percent ?? 0) })
          : t('converting', { percent: percent(item.percent ?? 0) })
      case 'done':
        return t('ready')
      case 'failed':
        if (item.reason === 'storage.insufficient') return t('needsRoom', storageText(item))
        if (item.failure === 'createFailed') return t('createFailed', { why: reasonText(item.reason, item.params) ?? '' })
        return reasonText(item.reason, item.params) ?? t('failed')
      case 'sending': {
        const seconds = secondsLeft(item)
        const speed = item.speed > 1 ? t('speed', { bytes: bytes(item.speed) }) : ''
        const time =
          seconds === undefined
            ? ''
            : seconds < 3
              ? t('almostDone')
              : seconds < 60
                ? t('secondsLeft', { count: Math.ceil(seconds) })
                : t('minutesLeft', { count: Math.ceil(seconds / 60) })
        const resumed = item.resumedAt && item.speed <= 1 ? t('resumedAt', { block: item.resumedAt, of: blockCount(item.size) }) : ''
        return list([resumed, speed, time].filter(Boolean)) || t('sending')
      }
    }
  }
}

export function UploadProgress({ item }: { item: Item }) {
  const t = useTexts('upload')
  const statusText = useStatusText()(item)
  const share = shareOf(item)
  return (
    <div>
      <p className="flex justify-between gap-3 text-caption text-text-2">
        <span role="status" className={item.state === 'failed' ? 'text-bad-text' : ''}>
          {statusText}
        </span>
        {(item.state === 'sending' || item.state === 'paused') && (
          <span className="tabular shrink-0 font-semibold">{percent(Math.floor(share))}</span>
        )}
      </p>
      {item.state !== 'failed' && item.state !== 'done' && (
        <ProgressBar label={t('progressOf', { name: item.name })} value={share} thin className="mt-1" />
      )}
    </div>
  )
}
