// Hook of the files of an exam's questions, of what is loaded ahead for a lost connection, and of the exam's copy on this device, which a reload
// without a connection opens.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { activityQuery } from '../../../parts/learning/activity/queries.ts'
import { dropCopy, makeCopy, onCopyLost, openedMissing, writeAnswers, writeReads } from '../../../parts/learning/attempts/exam-copy.ts'
import { serverNow } from '../../../parts/learning/attempts/server-clock.ts'
import type { Activity } from '../../../parts/learning/course/content.ts'
import { courseQuery } from '../../../parts/learning/course/queries.ts'
import { query } from '../../../queries.ts'
import { configQuery } from '../../../session/session.ts'
import { loadAhead, loadPictures } from './ahead.ts'
import type { Taking } from './use-taking.ts'

/** Milliseconds: a whole room begins at once, and each page is made once more for its copy. */
const spread = 3000
/** Milliseconds until a copy that failed is tried again: twice as long each time. */
const [firstRetry, lastRetry] = [30_000, 300_000]
const day = 86_400_000
/** Milliseconds that the copy of an exam without an end opens. */
const longest = 14 * day

/** `changes`: another text whenever the attempt has changed. */
export function useExamFiles(taking: Taking, activity: Activity, changes: string) {
  const { head, paper, questions, held, submitted } = taking
  const { data: config } = useQuery(configQuery)
  const ofFiles = query('GET /api/attempts/:id/files', { params: { id: head.id } })
  const hasFiles = (paper?.upload_ids.length ?? 0) > 0
  const { data: files } = useQuery({ ...ofFiles, enabled: hasFiles, staleTime: 3 * 3600_000 })
  const addresses = useMemo(
    () =>
      files &&
      new Map(files.items.map(({ upload_id, url }) => [upload_id, new URL(url, config?.bytes_origin || window.location.origin).href])),
    [files, config],
  )
  const pictures = useMemo(
    () => (files?.items ?? []).flatMap(({ upload_id, type }) => (type.startsWith('image') && addresses?.get(upload_id)) || []),
    [files, addresses],
  )
  const formats = questions.map(({ item }) => String(item.content.format ?? '')).join()
  useEffect(() => {
    if (paper) void loadAhead(new Set(formats.split(',')))
  }, [paper, formats])
  useEffect(() => loadPictures(pictures), [pictures])

  const [copied, setCopied] = useState(() => openedMissing(head.id))
  const keys = () => [
    ...[courseQuery(activity.course_id), activityQuery(activity.id), ofFiles].map(({ queryKey }) => queryKey),
    query('GET /api/activities/:id/my-attempts', { params: { id: activity.id } }).queryKey,
    query('GET /api/attempts/:id/paper', { params: { id: head.id } }).queryKey,
  ]
  const over = submitted !== undefined || held === 'ended' || held === 'elsewhere'
  const ready = paper !== undefined && !over && held === undefined && (!hasFiles || files !== undefined)
  const make = useEffectEvent(async (isWanted: () => boolean) => {
    await loadAhead(new Set(formats.split(',')))
    const until = Math.min(Date.parse(taking.acceptUntil) - serverNow() + day, longest) + Date.now()
    const made = await makeCopy(
      { activity: activity.id, attempt: head.id, until, pictures, keys: keys(), answers: taking.savedNow },
      isWanted,
    )
    if (made && isWanted()) setCopied(made.missing)
    return made
  })
  useEffect(() => {
    if (!ready) return
    let wanted = true
    let whole = false
    let retry = firstRetry
    let timer: ReturnType<typeof setTimeout> | undefined
    const begin = async () => {
      // it begins again when the connection is back
      if (!navigator.onLine) return
      try {
        whole = (await make(() => wanted)) !== undefined
      } catch {
        if (wanted) later(retry)
        retry = Math.min(2 * retry, lastRetry)
      }
    }
    const later = (after: number) => {
      clearTimeout(timer)
      timer = setTimeout(() => void begin(), after)
    }
    const online = () => {
      if (!whole) later(Math.random() * spread)
    }
    later(Math.random() * spread)
    window.addEventListener('online', online)
    const end = onCopyLost((attempt) => {
      if (attempt !== head.id) return
      whole = false
      setCopied(undefined)
      later(retry)
    })
    return () => {
      wanted = false
      clearTimeout(timer)
      window.removeEventListener('online', online)
      end()
    }
  }, [ready, pictures, head.id])
  const write = useEffectEvent(() => void writeReads(head.id, keys()).catch(() => {}))
  useEffect(() => {
    if (changes && ready) write()
  }, [changes, ready, activity])
  const writeSaved = useEffectEvent(() => void writeAnswers(head.id, taking.savedNow).catch(() => {}))
  useEffect(() => {
    if (ready) writeSaved()
  }, [ready, taking.deadline, taking.paused, taking.marked, taking.furthest])
  useEffect(() => {
    if (!over) return
    setCopied(undefined)
    void dropCopy(head.id).catch(() => {})
  }, [over, head.id])
  return { files, addresses, copied }
}
