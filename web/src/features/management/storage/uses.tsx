// Use of storage by type and by course, drawn: each beside the largest.
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { Link } from 'react-router-dom'
import { useTexts } from '../../../i18n.ts'
import { paths } from '../../../paths.ts'
import { useMe } from '../../../session/session.ts'
import { Button } from '../../../ui/button.tsx'
import { bytes } from '../../../ui/format.ts'
import { ProgressBar } from '../../../ui/progress.tsx'
import { SkeletonRows } from '../../../ui/states.tsx'
import { PartFailed } from '../part-failed.tsx'
import { storageUses } from '../queries.ts'

/** Bars that are shown before somebody wants all. */
const shownFirst = 6

type Bar = { key: string; name: string; label?: ReactNode; bytes: number; note?: string | undefined }

export function Uses() {
  const t = useTexts('management-lists')
  const me = useMe()
  const { data, error, errorUpdatedAt, refetch } = useQuery(storageUses)
  if (error && !data) return <PartFailed error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={4} />
  const files = (count: number) => t('useFiles', { count })
  const ofTypes = data.by_type.map(({ type, bytes: size, files: count }) => ({
    key: type,
    name: t(`fileType.${type}` as 'fileType.document'),
    bytes: size,
    note: files(count),
  }))
  const ofCourses: Bar[] = [
    ...data.by_course.map(({ id, name, code, bytes: size, files: count }) => ({
      key: id,
      name,
      label: me.may('course.read') ? (
        <Link to={paths.courseResource(id)} className="hover:underline">
          {name}
        </Link>
      ) : undefined,
      bytes: size,
      note: [code, files(count)].filter(Boolean).join(' · '),
    })),
    ...(data.outside.bytes > 0
      ? [{ key: 'outside', name: t('outsideCourses'), bytes: data.outside.bytes, note: files(data.outside.files) }]
      : []),
    ...(data.others.courses > 0
      ? [{ key: 'others', name: t('otherCourses', { count: data.others.courses }), bytes: data.others.bytes }]
      : []),
  ].sort((a, b) => b.bytes - a.bytes)
  return (
    <div className="mb-4 grid gap-3 small:grid-cols-2">
      <Bars title={t('usesByType')} bars={ofTypes} />
      <Bars title={t('usesByCourse')} bars={ofCourses} />
    </div>
  )
}

function Bars({ title, bars }: { title: string; bars: readonly Bar[] }) {
  const t = useTexts('management-lists')
  const id = useId()
  const [all, setAll] = useState(false)
  const most = Math.max(1, ...bars.map(({ bytes: size }) => size))
  return (
    <section aria-labelledby={id} className="surface-card min-w-0 p-4">
      <h2 id={id} className="mb-2 text-body font-semibold">
        {title}
      </h2>
      {bars.length === 0 && <p className="text-small text-text-2">{t('noUses')}</p>}
      <ul className="space-y-2">
        {bars.slice(0, all ? undefined : shownFirst).map(({ key, name, label, bytes: size, note }) => (
          <li key={key}>
            <p className="flex items-baseline gap-2 text-small">
              <bdi className="min-w-0 flex-1 wrap-anywhere">{label ?? name}</bdi>
              <span className="tabular shrink-0 font-medium">{bytes(size)}</span>
            </p>
            <ProgressBar thin className="my-1" label={`${title}: ${name}`} value={(size / most) * 100} />
            {note && <p className="tabular text-caption wrap-anywhere text-text-3">{note}</p>}
          </li>
        ))}
      </ul>
      {bars.length > shownFirst && (
        <Button variant="link" onClick={() => setAll(!all)} aria-expanded={all}>
          {all ? t('showLess') : t('showMore', { count: bars.length })}
        </Button>
      )}
    </section>
  )
}
