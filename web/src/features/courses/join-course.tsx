// Joining with a code: the code is checked here, the course is shown on the join page, where joining is a button.
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useTexts } from '../../i18n.ts'
import { paths } from '../../paths.ts'
import { fieldTexts, problemText } from '../../parts/errors/problem-text.ts'
import { query, queryClient } from '../../queries.ts'
import { accessCodeIsWhole, cleanAccessCode } from '../../ui/access-code.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'

export default function JoinCourse({ onClose }: { onClose: () => void }) {
  const t = useTexts('courses')
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState<string>()
  const [busy, setBusy] = useState(false)
  const look = async () => {
    const code = cleanAccessCode(typed)
    if (busy) return
    if (!accessCodeIsWhole(code)) {
      setWrong(t('accessCodeWrong'))
      return
    }
    setBusy(true)
    try {
      await queryClient.fetchQuery({ ...query('GET /api/course/access-code/:code/validate', { params: { code } }), retry: false })
      onClose()
      navigate(paths.join(code))
    } catch (error) {
      setWrong(fieldTexts(error).access_code || problemText(error))
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
          void look()
        }}
        className="pb-2"
      >
        <TextField
          label={t('accessCode')}
          help={t('accessCodeHelp')}
          value={typed}
          error={wrong}
          autoFocus
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          onChange={(value) => {
            setTyped(value)
            setWrong(undefined)
          }}
        />
      </form>
    </Dialog>
  )
}
