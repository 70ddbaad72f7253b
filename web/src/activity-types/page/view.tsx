// View of a page: its text for every reader, with a button for its teachers to edit it in place.
import { Pencil } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { formToResume } from '../../parts/drafts/resume.ts'
import { texts, useTexts } from '../../i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Bone } from '../../ui/states.tsx'
import type { Activity } from '../../parts/course/content.ts'
import { ActivityText } from '../../parts/activity/activity-text.tsx'
import { useReadMark } from '../../parts/activity/read-mark.ts'

const loadEditor = () => Promise.all([import('./editor.tsx'), texts('editor', 'course')]).then(([module]) => module)
const PageEditor = lazy(loadEditor)

export default function PageView({ activity, teaches }: { activity: Activity; teaches: boolean }) {
  const t = useTexts('activity')
  const [editing, setEditing] = useState(() => teaches && formToResume('page', (thing) => thing === activity.id) !== undefined)
  useReadMark(activity)
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
        <ActivityText activity={activity} />
      </article>
    </div>
  )
}
