import { type Token, Tokenizer } from 'parse5';

/** More than any tag needs: each attribute is compared with all before it. */
const mostAttributes = 200;

/** Leaves out what a tag has too many of. */
export class BoundedTokenizer extends Tokenizer {
  protected override _leaveAttrName(): void {
    const { attrs } = this.currentToken as Token.TagToken;
    if (attrs.length < mostAttributes) super._leaveAttrName();
  }
}
