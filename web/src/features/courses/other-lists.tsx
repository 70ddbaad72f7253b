// Links to the other lists of courses, beside that of my own.
import { Link } from 'react-router-dom'
import { useTexts } from '../../i18n.ts'
import { paths } from '../../paths.ts'
import { useMe } from '../../session/session.ts'
import { buttonLook } from '../../ui/button.tsx'

/** `type`: of the present list; 7 stands for studios, 8 for projects, as in the specification. `teaches`: an instructor of one of the courses, who restores what they deleted. */
export function OtherLists({ type, teaches }: { type: 7 | 8 | undefined; teaches: boolean }) {
  const t = useTexts('courses')
  const me = useMe()
  const links = [
    type !== undefined && { to: paths.courses(), label: t('title') },
    type !== 7 && { to: paths.studios(), label: t('studios') },
    type !== 8 && { to: paths.projects(), label: t('projects') },
    me.may('course.read') && { to: paths.managementCourses(), label: t('allCourses') },
    (me.mayTeach || teaches) && { to: paths.deletedCourses(), label: t('deletedTitle') },
  ]
  return (
    <nav aria-label={t('otherLists')} className="mb-3 flex flex-wrap gap-x-4 gap-y-1">
      {links.map(
        (link) =>
          link && (
            <Link key={link.to} to={link.to} className={buttonLook('link')}>
              {link.label}
            </Link>
          ),
      )}
    </nav>
  )
}
