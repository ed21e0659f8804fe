// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmix4e.dap.ui.internal.HoveredExpression;

/** Tests which expression of a line of code the mouse pointer is at. */
class HoveredExpressionTest {
	/** Returns the expression at the first occurrence of a letter. */
	private static Optional<String> at(String line, String letter) {
		return HoveredExpression.at(line, line.indexOf(letter)).map(found -> line.substring(found.begin(), found.end()));
	}

	@ParameterizedTest
	@CsvSource({ "int result = sum.x + sum.y;,r,result", "int result = sum.x + sum.y;,m,sum", "int result = sum.x + sum.y;,x,sum.x",
			"int result = sum.x + sum.y;,y,sum.y", "list->head.size = 2,h,list->head", "list->head.size = 2,z,list->head.size",
			"std::string s,g,std::string", "a[i].b,i,i", "f(x1),1,x1", "_a2,2,_a2" })
	void at_name_isTheExpressionThatEndsWithIt(String line, String letter, String expected) {
		assertThat(at(line, letter)).contains(expected);
	}

	@ParameterizedTest
	@CsvSource({ "a + b,+", "a.b,.", "p->x,>", "x = 42;,4" })
	void at_anythingElse_isNothing(String line, String letter) {
		assertThat(at(line, letter)).isEmpty();
	}

	@Test
	void at_endOfLine_isNothing() {
		assertThat(HoveredExpression.at("abc", 3)).isEmpty();
		assertThat(HoveredExpression.at("", 0)).isEmpty();
	}
}
