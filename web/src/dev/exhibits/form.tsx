// Exhibits of a form with its checks.
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields/field.tsx'
import { FormFrame, useForm } from '../../ui/fields/form.tsx'
import { exhibit } from '../exhibit.ts'

/** `answer`: the server's refusal, undefined for success. */
const Sample = ({ answer }: { answer?: { fields: Record<string, string>; text: string } }) => {
  const form = useForm({
    start: { name: '', code: '', mail: 'hana@' },
    check: ({ name, mail }) => ({
      name: name ? undefined : 'Name the course',
      mail: mail.includes('.') ? undefined : 'Write the whole address',
    }),
    send: async () => {
      await new Promise((done) => setTimeout(done, 50))
      if (answer) throw answer
    },
    explain: (error) => error as { fields: Record<string, string>; text: string },
  })
  return (
    <FormFrame
      form={form}
      footer={
        <Button variant="primary" type="submit" busy={form.busy}>
          Save
        </Button>
      }
    >
      <TextField {...form.field('name')} label="Course name" />
      <TextField {...form.field('code')} label="Course code" />
      <TextField {...form.field('mail')} label="E-mail" />
    </FormFrame>
  )
}

export default exhibit({
  'own checks': { alone: true, show: Sample, press: 'Save', until: '[aria-invalid=true]' },
  'refused by the server': { alone: true, show: <Sample answer={{ fields: { code: 'This code is taken' }, text: 'Refused' }} /> },
  'refused as a whole': { alone: true, show: <Sample answer={{ fields: {}, text: 'The term has ended.' }} /> },
})
