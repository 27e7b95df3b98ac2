import type { MarkupTexts, Texts } from './english';

/* What visitors of the preview page and of the reading page read, in Chinese. Texts with HTML take and return HTML. */

const pagesIn = (ranges: readonly string[], more: number): string =>
	`第 ${ranges.join('、')} 页${more > 0 ? `，以及另外 ${more} 页` : ''}`;

/** What the programs of the pages say. */
export const chinese: Texts = {
	slow: '预览加载时间较长，可能仍在加载中。',
	failed: '无法加载预览。链接可能已过期，或无法连接到文件服务。',
	silent: '预览没有响应，正在使用新链接重试…',
	expired: '链接已过期，正在获取新链接…',
	openExpired: '链接已过期，正在更新。请稍后再次打开。',
	reloading: '正在重新加载预览…',
	cannotShow: '无法显示预览。',
	unreachable: '无法访问此页面。请检查网络连接后重试。',
	notReported: '未能上报您的阅读进度。您可以继续阅读。',
	disconnected: '此页面的连接已断开。请重新加载后继续。',
	atPage: (current, total) => `第 ${current} 页，共 ${total} 页`,
	atTime: (current, total) => `${current} / ${total}`,
	characters: (count, most) => `${count.toLocaleString('en')} / ${most.toLocaleString('en')} 个字符`,
	until: { approve: (date) => `请在 ${date} 之前作出决定。`, read: (date) => `请在 ${date} 之前读完。` },
	opened: (count, total) => `已打开 ${count} 页，共 ${total} 页`,
	allOpened: '您已打开所有页面。',
	missing: (_count, ranges, more) => `尚未打开：${pagesIn(ranges, more)}。`,
	sending: { read: '正在记录您已读完此文件…', approve: '正在记录您的决定…' },
	pending: '尚未确认您的答复已被记录，正在重试…',
	gaveUp: '未能确认您的答复已被记录。请检查网络连接后重试。',
	notRecorded: '您的答复未被记录。',
	unknown: '无法确定您的答复是否已被记录。',
	reloadToCheck: '请重新加载此页面查看结果。',
	uncertain: '此链接现已关闭，很可能是因为您刚才发送的答复：在得到确认之前连接已中断。',
	canClose: '您可以关闭此页面。',
	yourComment: (comment) => `您的备注：${comment}`,
	recorded: {
		finished: '已记录：您已将此文件阅读至结尾。',
		approve: '已记录：您已批准此文件。',
		decline: '已记录：您已拒绝此文件。',
	},
	late: {
		answered: '此链接已有答复，仅第一次答复有效。',
		over: '此链接已关闭：不再等待答复。',
		closed: '发送人已关闭此链接：无需再答复。',
		outdated: '文件已被更改。此链接仅接受对之前内容的答复。',
	},
	changedSince: '您打开此页面后，文件已被更改。请查看新内容后再答复。',
	notShown: '您尚未打开任何页面。',
	unopened: (_count, ranges, more) => `您尚未打开${pagesIn(ranges, more)}。`,
	openFirst: '打开所有页面后才能批准。',
	sayWhy: '请在备注中写明拒绝的理由。',
	confirm: {
		approve: { ask: '确定批准此文件吗？', yes: '确定批准', askAnyway: '仍要批准吗？', anyway: '仍要批准' },
		decline: { ask: '确定拒绝此文件吗？', yes: '确定拒绝', askAnyway: '仍要拒绝吗？', anyway: '仍要拒绝' },
	},
	final: '此操作无法撤销。',
	joined: (sentences) => sentences.join(''),
};

/** What stands on the pages, and what n8n says where there is none or where it does not take a post. */
export const chineseMarkup: MarkupTexts = {
	shownTo: '查看者：',
	madeFor: '收件人：',
	reload: '重新加载预览',
	openInTab: '在新标签页中打开',
	tryAgain: '重试',
	loading: '正在加载预览…',
	previewOf: (filename) => `${filename} 的预览`,
	unscripted:
		'未启用 JavaScript 时可以查看预览，但不会上报您的阅读进度。如果预览一直空白，请重新加载此页面：' +
		'预览链接的有效期为 10 分钟。',
	reported: '您打开的页面和播放的媒体将上报给此页面的所有者。',
	ask: {
		approve: { title: '您是否批准此文件？', task: '' },
		play: { title: '请将此文件播放至结尾', task: '播放到结尾时将自动记录。' },
		read: { title: '请将此文件阅读至结尾', task: '打开所有页面后将自动记录。' },
	},
	comment: '备注（选填）',
	commentOrReason: '备注（拒绝时必填）',
	approve: '批准',
	decline: '拒绝',
	changed: '此链接创建后，文件已被更改。您看到的是当前内容。',
	back: '返回',
	tryNow: '立即重试',
	readingUnscripted: '此页面需要 JavaScript。未启用时您可以查看文件，但不会记录任何内容。请启用后重新加载此页面。',
	shared: { read: '何时读完', decision: '您的决定', comment: '您的决定和备注' },
	footer: (viewer, answer) =>
		`发送此链接的人可以看到您的姓名（${viewer}）、您打开的页面以及${answer}，并可能将这些信息告知他人。`,
	refusedPost: {
		token: '此页面已过期，请重新加载。',
		full: '此页面上报的事件数已达上限。请重新加载后继续上报。',
		events: '这不是此页面的事件。',
		reading: '这不是此页面发送的内容。',
		answer: '这不是此页面要求的答复。',
		pages: '请先打开所有页面，再批准。',
		reason: '请在备注中写明拒绝的理由。',
		several: '此版本的 n8n 不支持多人答复。',
		long: '发送的内容过长。',
		type: '发送的内容类型不正确。',
		notBegun: '此链接尚未开放。',
		link: '此链接无效。',
	},
	answered: {
		read: (file) => `您已将 ${file} 阅读至结尾。`,
		approved: (file) => `您已批准 ${file}。`,
		declined: (file) => `您已拒绝 ${file}。`,
	},
	refusal: {
		gone: { title: '找不到文件', text: '文件已被删除，或已移动到此页面无法显示的位置。请联系发送链接的人。' },
		broken: {
			title: '无法显示预览',
			text: '文件服务未能提供预览。请稍后重试；如果问题仍然存在，请告知此页面的所有者。',
		},
		notAllowed: { title: '不允许预览', text: '此页面的所有者没有权限显示此文件。请联系发送链接的人。' },
		noPreview: { title: '此文件没有预览', text: '此类型的文件无法在浏览器中显示。请向发送链接的人索取一份副本。' },
		serviceBusy: { title: '文件服务繁忙', text: '请稍后重试。' },
		timedOut: { title: '文件服务没有响应', text: '请稍后重试。' },
		misconfigured: { title: '无法显示预览', text: '此页面的设置不正确。请告知此页面的所有者。' },
		signature: { title: '此链接无效', text: '链接被修改过或不完整。请完整打开您收到的链接，或索取新的链接。' },
		expired: { title: '此链接已过期', text: '请向发送链接的人索取新的链接。' },
		anonymous: { title: '此页面需要个人链接', text: '只能使用为您创建的链接打开。请向此页面的所有者索取链接。' },
		busy: { title: '请求过多', text: '请稍后重试。' },
		answered: { title: '此链接已有答复', text: '答复已被记录，您可以关闭此页面。如需更改，请联系发送链接的人。' },
		over: { title: '此链接已关闭', text: '不再等待答复。请向发送链接的人索取新的链接。' },
		closed: { title: '此链接已被关闭', text: '发送人已关闭此链接：无需再答复。' },
		outdated: { title: '文件已被更改', text: '此链接仅接受对之前内容的答复。请向发送链接的人索取新的链接。' },
		notBegun: { title: '此链接尚未开放', text: '稍后即可在此阅读文件。如果仍然无法阅读，请联系发送链接的人。' },
	},
};
