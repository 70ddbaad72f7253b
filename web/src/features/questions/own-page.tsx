// Page of all question banks that I may read, /user/questions.
import { useTexts } from '../../i18n.ts'
import { BankView } from '../../parts/learning/banks/bank-view.tsx'
import { PageTitle } from '../../parts/base/page/page-title.tsx'

export default function OwnPage() {
  const t = useTexts('banks')
  return (
    <div className="max-w-[1264px] flex-1 p-6 pb-20 max-tablet:p-4 max-tablet:pb-24">
      <PageTitle title={t('title')} className="mb-4 font-title text-title font-bold">
        {t('title')}
      </PageTitle>
      <BankView />
    </div>
  )
}
