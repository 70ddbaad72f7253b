import { ChevronDown, CircleAlert, Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../i18n.ts'
import { fieldTexts, problemText } from '../../problem-text.ts'
import { classes } from '../../ui/class-names.ts'
import { Menu } from '../../ui/menu.tsx'
import { toast } from '../../ui/toast.tsx'
import type { Course } from './course-frame.tsx'
import { publishCourse } from './queries.ts'

/** The course's state, and the way to change it. The first thing that stands in the way of publishing (errors.published) stays inside the menu until it is tried again. */
export function PublishChip({ course }: { course: Course }) {
  const t = useTexts('course')
  const { published } = course.course_attributes
  const [fault, setFault] = useState<string>()
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
          items: [
            {
              label: t(published ? 'unpublish' : 'publish'),
              icon: published ? EyeOff : Eye,
              onSelect: () => void change(),
              action: published ? 'course.unpublish' : 'course.publish',
            },
          ],
        },
      ]}
    />
  )
}
