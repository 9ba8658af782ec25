import { type Token, Tokenizer } from 'parse5';

/** Maximum number of attributes. Others are dropped, because each one is compared with all previous ones. */
const maxAttributes = 200;

/** HTML tokenizer that drops attributes beyond the limit. */
export class BoundedTokenizer extends Tokenizer {
  protected override _leaveAttrName(): void {
    const { attrs } = this.currentToken as Token.TagToken;
    if (attrs.length < maxAttributes) super._leaveAttrName();
  }
}
