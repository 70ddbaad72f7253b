// Below the offer to join a course that is open to guests: what is in it, to look at first.
import { useQuery } from '@tanstack/react-query'
import { guestQuery } from '../../../session/guest-reads.ts'
import { useTexts } from '../../../i18n.ts'
import { byModule } from '../../../parts/learning/course/content.ts'
import { GuestSections } from '../guest/guest-sections.tsx'

export default function JoinPreview({ course }: { course: string }) {
  const t = useTexts('members')
  const tp = useTexts('course-page')
  // an extra: without it the offer stands by itself
  const { data } = useQuery(guestQuery('GET /api/courses/:id/content', { params: { id: course } }))
  if (!data || data.activities.length === 0) return null
  return (
    <section aria-label={t('lookFirst')} className="mt-6">
      <h2 className="mb-2 text-section font-semibold">{t('lookFirst')}</h2>
      <GuestSections
        sections={byModule(data).map(({ module, activities }) => ({
          key: module?.id ?? '',
          heading: module?.name ?? tp('noModule'),
          activities,
        }))}
      />
    </section>
  )
}
