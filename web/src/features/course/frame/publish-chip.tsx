// Chip with the published state of a course, and the menu that changes it.
import { ChevronDown, Eye, EyeOff } from 'lucide-react'
import { useTexts } from '../../../i18n.ts'
import { askToPublish } from '../../../parts/learning/course/publish-course.ts'
import { problemText } from '../../../parts/base/errors/problem-text.ts'
import { classes } from '../../../ui/class-names.ts'
import { Menu } from '../../../ui/menus/menu.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { offeredActions } from './header-actions.ts'
import { type Course, seeAs } from './queries.ts'

export function PublishChip({ course, withUnbuilt = false }: { course: Course; withUnbuilt?: boolean }) {
  const t = useTexts('course')
  const { published } = course.course_attributes
  const preview = () => seeAs(course.id, 'preview').catch((error: unknown) => toast({ text: problemText(error), error: true }))
  const actions = offeredActions(course, withUnbuilt).filter(({ slot }) => slot === 'chip')
  if (actions.length === 0) return null
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
          className: classes(
            '!min-h-[26px] !rounded-full !px-2.5 !text-caption forced-colors:border max-tablet:!min-h-9',
            published ? '!bg-ok-soft !text-ok-text' : '!bg-sunken !text-text-2',
          ),
        },
      }}
      groups={[
        {
          items: actions.map(({ name, icon }) =>
            name === 'preview'
              ? { label: t('preview'), icon, onSelect: () => void preview(), action: 'course.preview' as const }
              : {
                  label: t(published ? 'unpublish' : 'publish'),
                  icon,
                  onSelect: () => askToPublish(course.id),
                  action: published ? ('course.unpublish' as const) : ('course.publish' as const),
                },
          ),
        },
      ]}
    />
  )
}
