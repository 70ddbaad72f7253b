// The bar over a text that is written: the way back, the state of its draft, its versions, and the buttons that save it.
import { History, Settings2 } from 'lucide-react'
import type { ComponentProps } from 'react'
import { BackLink } from '../../../parts/base/page/back-link.tsx'
import { useTexts } from '../../../i18n.ts'
import type { Activity } from '../../../parts/learning/course/content.ts'
import { PageTitle } from '../../../parts/base/page/page-title.tsx'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import type { Course } from '../frame/queries.ts'
import { TextState } from '../../../parts/learning/writing/text-state.tsx'

/** `asks`: it cannot be published before its questions are written, so a new one is only saved. */
export function TextBar({
  back,
  course,
  title,
  activity,
  state,
  busy,
  asks = false,
  onHistory,
  onSettings,
  onSave,
}: {
  back: string
  course: Course
  title: string
  /** Missing while it is being made. */
  activity: Activity | undefined
  state: ComponentProps<typeof TextState>['state']
  busy: boolean
  asks?: boolean | undefined
  onHistory: () => void
  onSettings: () => void
  onSave: (published: boolean) => void
}) {
  const t = useTexts('course')
  const say = useTexts('writing')
  const publishes = activity !== undefined || !asks
  return (
    <header className="sticky top-(--shown-bar) z-(--z-index-shell) flex min-h-14 items-center gap-2.5 border-b border-line bg-surface py-2 pr-4 pl-3.5 max-tablet:flex-wrap max-tablet:gap-1.5 max-tablet:pr-2 [@media(max-height:400px)]:static">
      <BackLink to={back} label={say('back')} />
      <PageTitle
        title={activity ? `${t('edit')} · ${title}` : title}
        hidden={activity !== undefined}
        className="truncate text-section font-semibold"
      />
      <span className="min-w-0 truncate text-small text-text-3 max-tablet:hidden">{course.display_name || course.name}</span>
      <TextState state={state} saved={activity?.updated_at} />
      <span className="flex-1 max-tablet:hidden" />
      {activity && <IconButton label={say('history')} icon={History} onClick={onHistory} />}
      <span className="small:hidden">
        <IconButton label={say('settings')} icon={Settings2} onClick={onSettings} />
      </span>
      {!activity?.published && (
        <Button
          variant={publishes ? 'secondary' : 'primary'}
          busy={busy}
          action={activity ? undefined : 'activity.add'}
          onClick={() => onSave(false)}
        >
          {t('save')}
        </Button>
      )}
      {publishes && (
        <Button variant="primary" busy={busy} action={activity?.published ? undefined : 'activity.publish'} onClick={() => onSave(true)}>
          {activity?.published ? t('save') : say('publish')}
        </Button>
      )}
    </header>
  )
}
