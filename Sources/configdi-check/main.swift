print("configdi-check")
