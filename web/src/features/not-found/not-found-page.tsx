// Page of an unknown address.
import { Link } from 'react-router-dom'
import { useTexts } from '../../i18n.ts'
import { PageTitle } from '../../parts/base/page/page-title.tsx'
import { paths } from '../../paths.ts'
import { buttonLook } from '../../ui/button.tsx'

export default function NotFoundPage() {
  const t = useTexts('shell')
  return (
    <div className="mx-auto max-w-[560px] px-4 py-12">
      <PageTitle title={t('notFound')} />
      <p className="mt-1 text-text-2">{t('notFoundText')}</p>
      <Link to={paths.home()} className={`mt-4 ${buttonLook('primary')}`}>
        {t('toHome')}
      </Link>
    </div>
  )
}
