// Dialog for an access code: it validates the code and opens the join page, which has the button that joins.
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useTexts } from '../../i18n.ts'
import { paths } from '../../paths.ts'
import { fieldTexts, problemText } from '../../parts/base/errors/problem-text.ts'
import { query, queryClient } from '../../queries.ts'
import { accessCodeIsWhole, cleanAccessCode } from '../../ui/fields/access-code.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { TextField } from '../../ui/fields/field.tsx'

export default function JoinCourse({ onClose }: { onClose: () => void }) {
  const t = useTexts('courses')
  const navigate = useNavigate()
  const [input, setInput] = useState('')
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)
  const lookUp = async () => {
    const code = cleanAccessCode(input)
    if (busy) return
    if (!accessCodeIsWhole(code)) {
      setFault(t('accessCodeWrong'))
      return
    }
    setBusy(true)
    try {
      await queryClient.fetchQuery({ ...query('GET /api/course/access-code/:code/validate', { params: { code } }), retry: false })
      onClose()
      navigate(paths.join(code))
    } catch (error) {
      setFault(fieldTexts(error).access_code || problemText(error))
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      title={t('joinTitle')}
      width={416}
      onClose={onClose}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="primary" type="submit" form="join-course" busy={busy}>
            {t('look')}
          </Button>
        </>
      }
    >
      <form
        id="join-course"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void lookUp()
        }}
        className="pb-2"
      >
        <TextField
          label={t('accessCode')}
          help={t('accessCodeHelp')}
          value={input}
          error={fault}
          autoFocus
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          onChange={(value) => {
            setInput(value)
            setFault(undefined)
          }}
        />
      </form>
    </Dialog>
  )
}
