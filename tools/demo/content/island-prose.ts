// 島嶼散文選讀, in traditional Chinese.
import type { DemoCourse } from './types.ts'

export const islandProse: DemoCourse = {
  teacher: 'T1006',
  students: 11,
  name: '島嶼散文選讀',
  code: 'LIT 108',
  department: 'Languages',
  public_scope: 'organisation',
  language: 'zh-TW',
  first: 0.5,
  unreviewed: true,
  cover: 38,
  outline: '讀十篇寫海與島的散文，再寫一篇自己的。',
  modules: [
    {
      name: '讀',
      items: [
        {
          type: 'page',
          title: '怎麼讀一篇散文',
          body: '<p>第一遍只讀聲音，第二遍找畫面，第三遍才問作者想說什麼。</p><ul><li>哪一句讓你停下來？</li><li>哪一個字換掉就不對了？</li></ul>',
        },
        {
          type: 'material',
          title: '閱讀：退潮以後',
          due: -10,
          file: {
            file: '退潮以後.docx',
            paragraphs: [
              '退潮以後',
              '潮水退了，礁石之間留下許多小小的海，每一個都有自己的天。',
              '母親說，看海要看它離開的時候，因為它把什麼留下，就是它想說的話。',
              '問題：文中有幾種「留下」？請各舉一句。',
            ],
          },
        },
        {
          type: 'page',
          title: '比喻與其說明，不如看見',
          due: -3,
          body: '<p>好的比喻讓人先看見，再明白。找出文中三個，說說它們各自讓你看見什麼。</p>',
        },
      ],
    },
    {
      name: '寫',
      items: [
        { type: 'learning_activity', title: '三百字：一個離開的人', due: 8, points: '20', body: '<p>不寫他的臉，只寫他留下的東西。</p>' },
        {
          type: 'page',
          title: '改稿：刪掉十個字',
          after: ['三百字：一個離開的人'],
          body: '<p>刪掉十個字而意思不變，就刪。再刪十個。</p>',
        },
      ],
    },
  ],
}
