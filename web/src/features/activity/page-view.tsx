// View of a page: its text for every reader, with a button for its teachers to edit it in place.
import { useQuery } from '@tanstack/react-query'
import { picturesIn } from '@lyceum/kit/text/rich-text'
import { Pencil } from 'lucide-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { formToResume } from '../../parts/drafts/resume.ts'
import { texts, useTexts } from '../../i18n.ts'
import { query } from '../../queries.ts'
import { configQuery } from '../../session.ts'
import { Button } from '../../ui/button.tsx'
import { RichText } from '../../ui/rich-text.tsx'
import { Bone } from '../../ui/states.tsx'
import type { Activity } from './activity-page.tsx'
import { useReadMark } from './read-mark.ts'

const loadEditor = () => Promise.all([import('./page-editor.tsx'), texts('editor', 'course')]).then(([module]) => module)
const PageEditor = lazy(loadEditor)

export default function PageView({ activity, teaches }: { activity: Activity; teaches: boolean }) {
  const t = useTexts('activity')
  const [editing, setEditing] = useState(() => teaches && formToResume('page', (thing) => thing === activity.id) !== undefined)
  useReadMark(activity)
  const pictures = usePictures(activity)
  if (editing)
    return (
      <Suspense fallback={<Bone className="!h-80 !rounded-card" />}>
        <PageEditor activity={activity} onClose={() => setEditing(false)} />
      </Suspense>
    )
  const edit = teaches && (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only observes its button, to load the editor early
    <span className="contents" onPointerEnter={loadEditor} onFocus={loadEditor} onTouchStart={loadEditor}>
      <Button size="sm" icon={Pencil} onClick={() => setEditing(true)}>
        {t('editText')}
      </Button>
    </span>
  )
  if (!activity.body.trim())
    return (
      <div className="flex flex-wrap items-center gap-3 max-tablet:pt-4">
        <p className="text-text-3">{t('emptyPage')}</p>
        {edit}
      </div>
    )
  return (
    <div className="max-w-[calc(var(--measure)+64px)] text-read max-tablet:pt-4">
      {edit && <div className="mb-2 flex justify-end">{edit}</div>}
      <article className="surface-card px-8 py-6 max-tablet:px-4">
        <RichText html={activity.body} pictures={pictures} />
      </article>
    </div>
  )
}

/** Addresses of the page's pictures by upload id; undefined until they are loaded. No request for a page without pictures. */
function usePictures(activity: Activity) {
  const { data: config } = useQuery(configQuery)
  const pictureIds = useMemo(() => picturesIn(activity.body), [activity.body])
  const { data } = useQuery({
    ...query('GET /api/activities/:id/pictures', { params: { id: activity.id } }),
    enabled: pictureIds.length > 0,
    // The grants hold for four hours; new addresses would load every picture again.
    staleTime: 3 * 3600_000,
  })
  return useMemo(
    () =>
      config && data
        ? new Map(data.items.map(({ upload_id, url }) => [upload_id, new URL(url, config.bytes_origin || window.location.origin).href]))
        : undefined,
    [config, data],
  )
}
