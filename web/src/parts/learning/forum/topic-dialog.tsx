// Dialog of a topic: a new one with its first post, or the title, kind and dates of one that exists.
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { RichTextEditor } from '../../../ui/editor/rich-text-editor.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { DateTimeField } from '../../../ui/fields/date-field.tsx'
import { TextField } from '../../../ui/fields/field.tsx'
import { RadioGroup } from '../../../ui/fields/radio-group.tsx'
import { DraftNote } from '../../base/drafts/draft-note.tsx'
import { useDraft } from '../../base/drafts/use-draft.ts'
import { refusal } from '../../base/errors/problem-text.ts'
import { pictureSource } from '../../base/rich-text/picture-sources.ts'
import { uploadTextFile } from '../../base/rich-text/pictures.ts'
import { topicHref } from './places.ts'
import { useMentions } from './mentions.ts'
import { textOf } from './post-form.tsx'
import { changeTopic, type GroupSet, type Place, refreshTopics, type Topic } from './queries.ts'
import { changesOf, draftOf, groupDraftOf, newTopicIn, type TopicForm, topicForm } from './topic-form.ts'

export default function TopicDialog({
  place,
  set,
  topic: latest,
  kinds,
  can,
  onClose,
}: {
  place: Place
  /** A new one may be begun in all its groups. */
  set?: GroupSet | undefined
  topic?: Topic
  kinds: readonly Topic['kind'][]
  /** May be anonymous; decides over dates and what is offered. */
  can: { anonymous: boolean; moderate: boolean }
  onClose: () => void
}) {
  const t = useTexts('forum')
  const navigate = useNavigate()
  const findMentions = useMentions(place)
  // the state that it was opened with: a newer one is refused by its version
  const [topic] = useState(latest)
  const draft = useDraft<TopicForm>('topic', topic?.id ?? newTopicIn(place), topic?.version ?? 0, topicForm(topic, kinds), {
    title: topic?.title || t('newTopic'),
    send: () => void save(),
  })
  const { title, body, kind, anonymous, opensAt, closesAt, anonymousPosts, postFirst, everywhere } = draft.value
  const inAll = !topic && set && can.moderate ? set : undefined
  const [sending, setSending] = useState(0)
  const [busy, setBusy] = useState(false)
  const [faults, setFaults] = useState<Record<string, string>>({})
  const [isOpen, setOpen] = useState(opensAt !== '' || closesAt !== '' || anonymousPosts || postFirst)
  const save = async () => {
    if (!topic && body === '') return setFaults({ body: t('textNeeded') })
    setBusy(true)
    try {
      if (topic) {
        await changeTopic({ id: topic.id, version: draft.version }, changesOf(draft.value, topic))
        await draft.discard()
        onClose()
        return
      }
      if (inAll && everywhere) {
        const { topics } = await call('POST /api/courses/:id/group-topics', {
          params: { id: place.course },
          body: groupDraftOf(draft.value, inAll.id),
        })
        await draft.discard()
        void refreshTopics()
        onClose()
        toast({ text: t('begunInGroups', { count: topics.length }) })
        return
      }
      const made = await call('POST /api/courses/:id/topics', {
        params: { id: place.course },
        body: draftOf(draft.value, place, can.moderate),
      })
      await draft.discard()
      void refreshTopics()
      onClose()
      navigate(topicHref(place, made.id))
    } catch (error) {
      const { fields, text } = refusal(error)
      setFaults(fields)
      if (text && Object.keys(fields).length === 0) toast({ text, error: true })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      width={720}
      top
      changed={draft.unsent}
      title={t(topic ? 'editTopic' : 'newTopic')}
      footer={
        <Button variant="primary" busy={busy} off={sending > 0 ? t('stillSending') : undefined} onClick={() => void save()}>
          {t(topic ? 'save' : 'publish')}
        </Button>
      }
    >
      <div className="space-y-4">
        <DraftNote draft={draft} show={(kept) => kept.title || textOf(kept.body)} />
        <TextField
          label={t('title')}
          value={title}
          onChange={(title) => draft.change({ title })}
          maxLength={200}
          error={faults.title}
          autoFocus
        />
        {kinds.length > 1 && (
          <RadioGroup
            label={t('kind')}
            inline
            value={kind}
            onChange={(kind) => draft.change({ kind })}
            options={kinds.map((one) => ({ value: one, label: t(`kind.${one}`), help: t(`kindHelp.${one}`) }))}
            error={faults.kind}
          />
        )}
        {inAll && (
          <Checkbox
            label={t('inAllGroups', { set: inAll.name })}
            help={t('inAllGroupsHelp')}
            checked={everywhere ?? false}
            onChange={(everywhere) => draft.change({ everywhere })}
            error={faults.group_set_id}
          />
        )}
        {!topic && (
          <RichTextEditor
            label={t('text')}
            value={body}
            onChange={(body) => draft.change({ body })}
            uploadFile={uploadTextFile}
            onFiles={({ sending }) => setSending(sending)}
            pictureSource={pictureSource}
            {...(findMentions && !(inAll && everywhere) && { findMentions })}
            error={faults.body}
            minHeight={160}
          />
        )}
        {!topic && can.anonymous && !everywhere && (
          <Checkbox
            label={t('withoutName')}
            help={t('withoutNameHelp')}
            checked={anonymous}
            onChange={(anonymous) => draft.change({ anonymous })}
          />
        )}
        {can.moderate && (
          <details
            open={isOpen}
            onToggle={(event) => setOpen(event.currentTarget.open)}
            className="rounded-card border border-line px-3 py-2"
          >
            <summary className="cursor-pointer text-small font-medium">{t('moreChoices')}</summary>
            <div className="space-y-4 pt-3">
              <div className="grid grid-cols-2 gap-3 max-tablet:grid-cols-1">
                <DateTimeField
                  label={t('opens')}
                  whenEmpty={t('opensNow')}
                  value={opensAt}
                  onChange={(opensAt) => draft.change({ opensAt })}
                  error={faults.opens_at}
                />
                <DateTimeField
                  label={t('closes')}
                  whenEmpty={t('closesNever')}
                  value={closesAt}
                  onChange={(closesAt) => draft.change({ closesAt })}
                  time="23:59"
                  error={faults.closes_at}
                />
              </div>
              {place.scope !== 'activity' && (
                <>
                  <Checkbox
                    label={t('anonymousPosts')}
                    help={t('anonymousPostsHelp')}
                    checked={anonymousPosts}
                    onChange={(anonymousPosts) => draft.change({ anonymousPosts })}
                  />
                  <Checkbox
                    label={t('postFirst')}
                    help={t('postFirstHelp')}
                    checked={postFirst}
                    onChange={(postFirst) => draft.change({ postFirst })}
                  />
                </>
              )}
            </div>
          </details>
        )}
      </div>
    </Dialog>
  )
}
