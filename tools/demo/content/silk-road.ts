// 丝绸之路艺术, in Chinese.
import type { DemoCourse } from './types.ts'

export const silkRoad: DemoCourse = {
  teacher: 'T1006',
  students: 14,
  name: '丝绸之路艺术',
  code: 'ART 115',
  department: 'Languages',
  public_scope: 'organisation',
  language: 'zh-CN',
  first: 0.25,
  unreviewed: true,
  cover: 34,
  outline: '从长安到撒马尔罕：壁画、织物与器物如何沿着商路旅行。',
  modules: [
    {
      name: '敦煌',
      items: [
        {
          type: 'page',
          title: '课程介绍',
          body: '<p>本课程通过壁画、织物和器物，看丝绸之路上的人如何互相学习。每个单元先读一篇短文，再看一段视频。</p>',
        },
        {
          type: 'online_video',
          title: '莫高窟的藻井',
          due: -14,
          film: {
            file: '莫高窟的藻井.mp4',
            kind: 'arches',
            seconds: 90,
            slides: [
              { title: '一朵莲花', lines: [], say: ['藻井在窟顶的中央，是一朵画出来的莲花。', '抬头看的人，看见的是天。'] },
              { title: '一圈一圈', lines: [], say: ['纹样一圈一圈地向外展开。', '每一圈都来自不同的地方。'] },
              { title: '从远方来', lines: [], say: ['联珠纹来自波斯，卷草纹来自希腊。'] },
            ],
          },
        },
        {
          type: 'material',
          title: '阅读：供养人是谁',
          file: {
            file: '供养人是谁.docx',
            paragraphs: [
              '供养人是谁',
              '壁画下方站着一排小小的人：他们出钱开窟，也请画师把自己画进去。',
              '看他们的衣服，就知道他们从哪里来；看他们的题名，就知道他们想记住谁。',
              '问题：为什么女供养人常常画得更大？',
            ],
          },
        },
      ],
    },
    {
      name: '撒马尔罕',
      items: [
        {
          type: 'page',
          title: '大使厅的壁画',
          due: 4,
          body: '<p>四面墙，四个方向：唐朝、印度、突厥与粟特。一间屋子就是一张世界地图。</p>',
        },
        { type: 'learning_activity', title: '画一个联珠纹', due: 9, points: '10', body: '<p>用圆规在一张纸上画出联珠纹，下次课带来。</p>' },
        {
          type: 'page',
          title: '织物上的野猪头',
          after: ['画一个联珠纹'],
          body: '<p>同样的图案出现在吐鲁番的丝绸和撒马尔罕的墙上。谁先画的？</p>',
        },
      ],
    },
  ],
}
