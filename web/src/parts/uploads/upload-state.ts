// What a file's state is called, the same on every page: converting, playable early, ready, failed and why.
import { CircleAlert, Loader, type LucideIcon } from 'lucide-react'
import { sayIfKnown, useTexts } from '../../i18n.ts'
import type { Tone } from '../../ui/chip.tsx'
import { bytes, percent } from '../../ui/format.ts'

export type FileState = { type: string; status: string; reason: string | null; percent: number | null; playable?: boolean }
export type Shown = { word: string; tone?: Tone; icon?: LucideIcon; why?: string; failed: boolean; working: boolean }

/** `tone` only when the state matters; a ready file is a plain word. */
export function useFileState(): (file: FileState) => Shown {
  const t = useTexts('upload')
  return (file) => {
    if (file.status === 'failed')
      return {
        word: t(media(file) ? 'convertFailed' : 'failed'),
        tone: 'bad',
        icon: CircleAlert,
        why: reasonText(file.reason),
        failed: true,
        working: false,
      }
    if (file.status !== 'ready') {
      const word =
        file.reason === 'upload.waiting'
          ? t('waitingForBytes')
          : file.reason === 'upload.queued'
            ? t('queued')
            : file.percent
              ? t('converting', { percent: percent(file.percent) })
              : t('convertingNow')
      return { word, tone: 'info', icon: Loader, failed: false, working: true }
    }
    return { word: t('ready'), failed: false, working: false }
  }
}
const media = ({ type }: FileState) => type === 'video' || type === 'audio'

/** One sentence for a code of an upload: what happened and what to do. Limits are bytes. */
export function reasonText(code: string | null | undefined, params: Record<string, unknown> = {}): string | undefined {
  if (!code) return undefined
  const values = { ...params, ...(typeof params.limit === 'number' && { limit: bytes(params.limit) }) } as Record<string, string | number>
  return (
    sayIfKnown('upload', `reason.${code}`, values) ?? sayIfKnown('errors', code, values) ?? sayIfKnown('upload', 'reason.other', { code })
  )
}
