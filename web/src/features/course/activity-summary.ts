// Summary of an activity in one line.
import type { ActivityRow } from '../../parts/course/activity-types.ts'
import { useTexts } from '../../i18n.ts'
import { bytes, clock } from '../../ui/format.ts'

/** Returns "Video, 45 min", "PDF, 8.4 MB", "Page"; a video in conversion is marked as such. */
export function useActivitySummary(): (activity: ActivityRow) => string {
  const t = useTexts('course')
  const typeText = useTexts('kinds')
  return ({ type, uploads, video_duration: seconds }) => {
    const [file] = uploads
    const typeName = typeText(`type.${type}`)
    if (type === 'online_video') {
      if (file && file.status === 'processing' && !seconds) return t('kindAnd', { kind: typeName, what: t('beingPrepared') })
      if (file?.status === 'failed') return t('kindAnd', { kind: typeName, what: t('notReady') })
      return seconds
        ? t('kindAnd', { kind: typeName, what: seconds < 60 ? clock(seconds) : t('minutes', { count: Math.round(seconds / 60) }) })
        : typeName
    }
    if (type === 'material' && file) {
      const extension = file.name.includes('.') ? file.name.slice(file.name.lastIndexOf('.') + 1).toUpperCase() : typeName
      return uploads.length > 1
        ? t('kindAnd', { kind: typeName, what: t('files', { count: uploads.length }) })
        : t('kindAnd', { kind: extension, what: bytes(file.size) })
    }
    return typeName
  }
}
