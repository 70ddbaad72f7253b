// Class mode while no class runs: who teaches begins one and finds the earlier ones; students wait, and the page follows by itself.
import { Hourglass } from 'lucide-react'
import { Link } from 'react-router-dom'
import { useTexts } from '../../i18n.ts'
import { paths } from '../../paths.ts'
import { Banner } from '../../ui/marks/banner.tsx'
import { BeginForm } from './begin-form.tsx'
import { ClassFrame, ToCourse } from './class-frame.tsx'
import { EarlierClasses } from './earlier-classes.tsx'

type Props = {
  course: string
  name: string
  begins: boolean
  /** The class that ended while this page led it. */
  ended?: { id: string; title: string }
}

export function BeforeClass({ course, name, begins, ended }: Props) {
  const t = useTexts('inclass')
  return (
    <ClassFrame course={course} name={name} meta={t('classMode')} aside={<ToCourse course={course} />}>
      <div className="mx-auto w-full max-w-[760px]">
        {begins && ended && (
          <div className="mb-4">
            <Banner
              tone="info"
              action={
                <Link to={paths.classReport(course, ended.id)} className="min-h-6 font-semibold underline underline-offset-2">
                  {t('tool.report')}
                </Link>
              }
            >
              {t('endedOf', { title: ended.title })}
            </Banner>
          </div>
        )}
        {begins ? (
          <BeginForm course={course} name={name} />
        ) : (
          <section className="flex flex-col items-center gap-3 rounded-panel bg-accent-soft px-4 py-12 text-center">
            <Hourglass aria-hidden size={36} strokeWidth={1.5} className="text-accent-soft-text" />
            <h2 className="text-day font-title font-bold">{t('noClass')}</h2>
            <p className="text-text-2">{t('noClassText')}</p>
          </section>
        )}
        <EarlierClasses course={course} teaches={begins} />
      </div>
    </ClassFrame>
  )
}
