// Header of an exam's pages, 56 px high: the way back to its front page, title, what the page is, controls.
import type { ReactNode } from 'react'
import { BackLink } from '../../parts/base/page/back-link.tsx'
import { useTexts } from '../../i18n.ts'
import { PageTitle } from '../../parts/base/page/page-title.tsx'
import { paths } from '../../paths.ts'

export function ExamHeader({
  course,
  exam,
  title,
  about,
  children,
}: {
  course: string
  exam: string
  title: string
  about: string
  children?: ReactNode
}) {
  const t = useTexts('exam')
  return (
    <header className="sticky top-(--shown-bar) z-(--z-index-head) flex min-h-14 flex-wrap items-center gap-x-2.5 gap-y-1 border-b border-line bg-surface py-2 pr-4 pl-3.5 print:hidden [@media(max-height:400px)]:static max-tablet:pr-2">
      <BackLink to={paths.activity(course, exam)} label={t('backToExam')} />
      <div className="flex min-w-0 flex-1 basis-40 items-baseline gap-x-2.5 max-tablet:flex-col">
        <PageTitle title={`${about}: ${title}`} className="max-w-full truncate font-title text-title font-bold max-tablet:text-section">
          {title}
        </PageTitle>
        <span className="max-w-full truncate text-small text-text-3">{about}</span>
      </div>
      {children}
    </header>
  )
}
