// Joining of the course by its code or link.
import { useTexts } from '../../../i18n.ts'
import { Section } from '../../../parts/base/page/section.tsx'
import { JoinSection } from '../join/join-section.tsx'
import type { Course } from '../frame/queries.ts'

export default function JoinSettings({ course }: { course: Course }) {
  const t = useTexts('members')
  return (
    <Section title={t('whoMayJoin')} help={t('whoMayJoinText')}>
      <div className="surface-card p-5 max-tablet:p-4">
        <JoinSection course={course} />
      </div>
    </Section>
  )
}
