// Chip with the published state of a course, and the menu that changes it.
import { ChevronDown, CircleAlert, Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../i18n.ts'
import { fieldTexts, problemText } from '../../parts/errors/problem-text.ts'
import { classes } from '../../ui/class-names.ts'
import { Menu } from '../../ui/menu.tsx'
import { toast } from '../../ui/toast.tsx'
import { offeredActions } from './header-actions.ts'
import { publishCourse } from './course-changes.ts'
import { type Course, seeAs } from './queries.ts'

/** The first obstacle to publishing (errors.published) stays in the menu until the next attempt; `initialFault` shows one at once (for the gallery). */
export function PublishChip({
  course,
  withUnbuilt = false,
  initialFault,
}: {
  course: Course
  withUnbuilt?: boolean
  initialFault?: string
}) {
  const t = useTexts('course')
  const { published } = course.course_attributes
  const [fault, setFault] = useState(initialFault)
  const [busy, setBusy] = useState(false)
  const change = async () => {
    setBusy(true)
    setFault(undefined)
    try {
      await publishCourse(course.id, !published)
      toast({ text: t(published ? 'unpublishedNow' : 'publishedNow') })
    } catch (error) {
      const text = fieldTexts(error).published ?? problemText(error)
      setFault(text)
      toast({ text, error: true })
    } finally {
      setBusy(false)
    }
  }
  const preview = () => seeAs(course.id, 'preview').catch((error: unknown) => toast({ text: problemText(error), error: true }))
  const actions = offeredActions(course, withUnbuilt).filter(({ slot }) => slot === 'chip')
  return (
    <Menu
      align="start"
      trigger={{
        kind: 'button',
        props: {
          children: t(published ? 'published' : 'draft'),
          icon: published ? Eye : EyeOff,
          trailing: ChevronDown,
          variant: 'quiet',
          size: 'sm',
          busy,
          className: classes(
            '!min-h-[26px] !rounded-full !px-2.5 !text-caption forced-colors:border max-tablet:!min-h-9',
            published ? '!bg-ok-soft !text-ok-text' : '!bg-sunken !text-text-2',
          ),
        },
      }}
      header={
        fault && (
          <p className="flex max-w-[260px] items-start gap-2 px-2.5 py-1.5 text-small text-bad-text">
            <CircleAlert aria-hidden size={16} strokeWidth={1.75} className="mt-px shrink-0" />
            {fault}
          </p>
        )
      }
      groups={[
        {
          items: actions.map(({ name, icon }) =>
            name === 'preview'
              ? { label: t('preview'), icon, onSelect: () => void preview(), action: 'course.preview' as const }
              : {
                  label: t(published ? 'unpublish' : 'publish'),
                  icon,
                  onSelect: () => void change(),
                  action: published ? ('course.unpublish' as const) : ('course.publish' as const),
                },
          ),
        },
      ]}
    />
  )
}
