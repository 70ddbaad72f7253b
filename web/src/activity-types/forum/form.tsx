// Form of a forum: its points and rubric, how many posts complete it, and folded who begins topics, of which kinds, and by which rules.
import { useTexts } from '../../i18n.ts'
import { PointsField, pointsFault } from '../../parts/learning/activity/points-field.tsx'
import { Fold, nowOf } from '../../parts/learning/forms/fold.tsx'
import { RubricField, takeRubric } from '../../parts/learning/rubrics/rubric-field.tsx'
import { Switch } from '../../ui/fields/checkbox.tsx'
import { Select } from '../../ui/fields/field.tsx'
import { NumberField } from '../../ui/fields/number-field.tsx'
import type { FieldsProps, TypeForm } from '../form.ts'

type Kinds = 'both' | 'discussion' | 'question'
type Values = {
  body: string
  points: string
  posts: number | null
  replies: number | null
  begins: 'everyone' | 'teachers'
  kinds: Kinds
  anonymous: boolean
  postFirst: boolean
  minutes: number | null
  moderation: Moderation
  /** The activity whose rubric it takes over while it is being made; '': none. */
  rubric: string
}
type Moderation = 'nobody' | 'first' | 'all'
/** The most of both that a completion asks for. */
const most = 99

const form: TypeForm<Values, 'forum'> = {
  text: 'aboutIt',
  criteria: ['posted', 'read', 'by_hand', 'none'],
  fresh: {
    body: '',
    points: '',
    posts: 1,
    replies: 0,
    begins: 'everyone',
    kinds: 'both',
    anonymous: false,
    postFirst: false,
    minutes: null,
    moderation: 'nobody',
    rubric: '',
  },
  of: ({ body, points, completion_criterion: { posts }, settings }) => ({
    body,
    points: points ?? '',
    posts: posts ?? 1,
    replies: settings.replies_required ?? 0,
    begins: settings.begins ?? 'everyone',
    kinds: settings.kinds?.length === 1 ? settings.kinds[0]! : 'both',
    anonymous: settings.anonymous_posts ?? false,
    postFirst: settings.post_first ?? false,
    minutes: settings.edit_minutes ?? null,
    moderation: settings.moderation ?? 'nobody',
    rubric: '',
  }),
  faults: ({ points, posts, replies }, criterion) => ({
    ...pointsFault(points),
    ...(criterion === 'posted' &&
      !(isCount(posts, 1) && isCount(replies, 0) && replies! <= posts!) && { completion_criterion_key: 'postsRange' as const }),
  }),
  fields: [
    'body',
    'points',
    'completion_criterion_key',
    ...['begins', 'kinds', 'anonymous_posts', 'post_first', 'replies_required', 'edit_minutes', 'moderation'].map(
      (name) => `settings.${name}`,
    ),
  ],
  body: ({ body, points, posts, replies, begins, kinds, anonymous, postFirst, minutes, moderation }, criterion) => ({
    body,
    points: points === '' ? null : points,
    ...(criterion === 'posted' && { completion_criterion_key: `posted_${posts}` }),
    settings: {
      begins,
      kinds: kinds === 'both' ? ['discussion', 'question'] : [kinds],
      anonymous_posts: anonymous,
      post_first: postFirst,
      replies_required: criterion === 'posted' ? (replies ?? 0) : 0,
      edit_minutes: minutes,
      moderation,
    },
  }),
  made: ({ rubric }, activity) => takeRubric(activity, rubric),
  Fields,
  Folds,
  Needed,
}
export default form

const isCount = (value: number | null, least: number) => value !== null && Number.isInteger(value) && value >= least && value <= most

function Fields({ values, change, faults, fresh }: FieldsProps<Values>) {
  return (
    <>
      <PointsField value={values.points} onChange={(points) => change({ points })} error={faults.points} />
      <RubricField
        value={values.rubric}
        onChange={(rubric) => change({ rubric })}
        fresh={fresh}
        points={values.points}
        onPoints={(points) => change({ points })}
      />
    </>
  )
}

function Needed({ values, change, faults, criterion }: FieldsProps<Values>) {
  const t = useTexts('forum')
  if (criterion !== 'posted') return null
  return (
    <>
      <NumberField
        label={t('postsNeeded')}
        value={values.posts}
        onChange={(posts) => change({ posts })}
        min={1}
        max={most}
        error={faults.completion_criterion_key}
      />
      <NumberField
        label={t('repliesNeeded')}
        value={values.replies}
        onChange={(replies) => change({ replies })}
        min={0}
        max={most}
        error={faults['settings.replies_required']}
      />
    </>
  )
}

function Folds({ values, change, faults }: FieldsProps<Values>) {
  const t = useTexts('forum')
  return (
    <Fold
      title={t('rules')}
      now={nowOf(
        t(`begins.${values.begins}`),
        t(`offered.${values.kinds}`),
        values.anonymous && t('anonymousPosts'),
        values.postFirst && t('postFirst'),
        values.moderation !== 'nobody' && t('moderationNow', { posts: t(`moderation.${values.moderation}`) }),
      )}
      faulty={Boolean(faults['settings.edit_minutes'])}
    >
      <Select
        label={t('beginsLabel')}
        value={values.begins}
        onChange={(begins) => change({ begins })}
        options={(['everyone', 'teachers'] as const).map((value) => ({ value, label: t(`begins.${value}`) }))}
      />
      <Select
        label={t('kind')}
        value={values.kinds}
        onChange={(kinds) => change({ kinds })}
        options={(['both', 'discussion', 'question'] as const).map((value) => ({ value, label: t(`offered.${value}`) }))}
      />
      <Select
        label={t('moderation')}
        value={values.moderation}
        onChange={(moderation) => change({ moderation })}
        options={(['nobody', 'first', 'all'] as const).map((value) => ({ value, label: t(`moderation.${value}`) }))}
      />
      <Switch
        label={t('anonymousPosts')}
        help={t('anonymousPostsHelp')}
        checked={values.anonymous}
        onChange={(anonymous) => change({ anonymous })}
      />
      <Switch label={t('postFirst')} help={t('postFirstHelp')} checked={values.postFirst} onChange={(postFirst) => change({ postFirst })} />
      <NumberField
        label={t('editMinutes')}
        help={t('editMinutesHelp')}
        value={values.minutes}
        onChange={(minutes) => change({ minutes })}
        min={1}
        max={10_080}
        unit="min"
        error={faults['settings.edit_minutes']}
      />
    </Fold>
  )
}
