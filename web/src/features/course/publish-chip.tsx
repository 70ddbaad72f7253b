import { ChevronDown, CircleAlert, Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../i18n.ts'
import { fieldTexts, problemText } from '../../parts/errors/problem-text.ts'
import { classes } from '../../ui/class-names.ts'
import { Menu } from '../../ui/menu.tsx'
import { toast } from '../../ui/toast.tsx'
import { offered } from './header-actions.ts'
import { publishCourse } from './course-changes.ts'
import { type Course, seeAs } from './queries.ts'

/** The course's state, and what can be done about it. The first thing that stands in the way of publishing (errors.published) stays inside the menu until it is tried again. */
export function PublishChip({ course, all = false, stuck }: { course: Course; all?: boolean; stuck?: string }) {
  const t = useTexts('course')
  const { published } = course.course_attributes
  const [fault, setFault] = useState(stuck)
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
  const actions = offered(course, all).filter(({ place }) => place === 'chip')
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
