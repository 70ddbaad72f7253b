// Settings of a course, /course/{id}/settings, for who may change it: sections that are saved each on its own.
import { Suspense } from 'react'
import { useTexts } from '../../../i18n.ts'
import { Forbidden } from '../../../parts/base/errors/forbidden.tsx'
import { SkeletonRows } from '../../../ui/states.tsx'
import { useCourse } from '../frame/course-frame.tsx'
import { settingSections } from './sections.ts'

export default function SettingsPage() {
  const course = useCourse()
  const t = useTexts('course-settings')
  if (!course.can.change) return <Forbidden title={t('notAllowed')} text={t('notAllowedText')} />
  return (
    <div className="max-w-[760px] px-6 pb-20 max-tablet:px-4 max-tablet:pb-24">
      {settingSections.map(
        ({ key, Section, offered }) =>
          (offered?.(course) ?? true) && (
            <Suspense key={key} fallback={<SkeletonRows rows={3} />}>
              <Section course={course} />
            </Suspense>
          ),
      )}
    </div>
  )
}
